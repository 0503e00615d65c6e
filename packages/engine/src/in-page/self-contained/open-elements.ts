// The function here is serialised into the page, so it cannot import values or use closures.
import type { Attributes } from './open-attributes.ts'
import type { Dom, DomNode } from './open-dom.ts'
import type { Changes, Pictures } from './open-pictures.ts'
import type { Styles } from './open-styles.ts'

/** How an element is written. */
export interface Written {
  /** Its name in the markup, when it has another one there. */
  name?: string
  /** Changes to its attributes. */
  changes?: Changes
  /** Further attributes, as markup. */
  more?: string
  /** Markup instead of its children. */
  content?: string
  /** Markup after its children. */
  end?: string
  /** True for an element without tags. */
  isUnwrapped?: boolean
}

interface Place {
  dom: Dom
  attributes: Attributes
  pictures: Pictures
  styles: Styles
  isXml: boolean
}

interface Field {
  readonly type: string
  readonly value: string
  readonly checked: boolean
  readonly selected: boolean
}

declare const window: { readonly top: unknown }
declare const getComputedStyle: (element: DomNode, pseudo?: string) => Record<string, string>

/** Decides how elements are written whose markup alone does not show what they show. */
export function openElements({ dom, attributes, pictures, styles, isXml }: Place) {
  const HTML = 'http://www.w3.org/1999/xhtml'
  const SVG = 'http://www.w3.org/2000/svg'
  const { absolute, escape, slot } = attributes
  // The browser centres a picture that is the whole page.
  const isPicture = window.top === window && String(dom.ofDocument('contentType')).startsWith('image/')
  const LOADING =
    /(?:^|\s)(?:(?:module)?preload|prefetch|preconnect|dns-prefetch|prerender|expect|import|manifest|compression-dictionary|(?:shortcut )?icon|apple-touch-\S+|mask-icon|fluid-icon)(?:\s|$)/i
  /** Elements that show nothing, and whose content could run when it is read again. */
  const GONE = new Set([
    'base',
    'noembed',
    'noframes',
    'script',
    'template',
    'applet',
    'portal',
    'fencedframe',
  ])
  /** Elements of SVG and MathML that run code, or would be elements of HTML once they are read again. */
  const NOT_FOREIGN =
    /^(?:script|handler|listener|meta|base|link|iframe|frame|frameset|object|embed|template|noscript|applet)$/
  const handlers: Record<string, (element: DomNode) => Written> = {
    audio: () => ({ changes: { autoplay: null, preload: 'none' } }),
    canvas: (element) => ({ changes: pictures.canvas(element), content: '' }),
    dialog: topLayer,
    embed: (element) => frameIn(element, 'src'),
    frame: (element) => frameIn(element, 'src'),
    iframe: (element) => ({ ...frameIn(element, 'src'), content: '' }),
    img: (element) => ({ changes: pictures.image(element) }),
    input,
    link,
    listing: () => ({ name: 'pre' }),
    meta,
    noscript,
    object: (element) => frameIn(element, 'data'),
    option: (element) => ({ changes: { selected: (element as Field).selected ? '' : null } }),
    plaintext: () => ({ name: 'pre' }),
    source: (element) => ({ changes: { srcset: null, sizes: null, ...noSource(element) } }),
    style: (element) => instead(element, styles.style(element)),
    textarea: (element) => ({ content: `\n${escape((element as Partial<Field>).value ?? '')}` }),
    video: (element) => ({ changes: pictures.video(element) }),
    xmp: () => ({ name: 'pre' }),
  }
  return describe

  /** Returns undefined for an element that is written as it is. */
  function describe(element: DomNode): Written | undefined {
    // Names in capitals are other elements here, and the same once they are read again.
    const name = dom.localName(element).toLowerCase()
    const namespace = dom.namespaceURI(element)
    if (namespace === SVG) return describeSvg(element, name)
    if (namespace !== HTML)
      return NOT_FOREIGN.test(name) || name === 'style' ? instead(element, '') : undefined
    if (GONE.has(name)) return instead(element, '')
    const written = Object.hasOwn(handlers, name) ? handlers[name]!(element) : undefined
    if (written) return written
    if (dom.attribute(element, 'popover') !== null) return topLayer(element)
    const isUnknown = name.includes('-') && !dom.matches(element, ':defined')
    if (isUnknown) return { changes: { 'data-not-defined': '' } }
    if (name === 'body' && isPicture)
      return { changes: { style: `${attributes.styleOf(element)};display:flex` } }
    return name === 'html' || name === 'body' ? undefined : scrolled(element)
  }

  function describeSvg(element: DomNode, name: string): Written | undefined {
    if (NOT_FOREIGN.test(name)) return instead(element, '')
    if (
      /^(?:animate\w*|set)$/i.test(name) &&
      /^(?:xlink:)?href$|^on/i.test(dom.attribute(element, 'attributeName') ?? '')
    )
      return instead(element, '')
    return name === 'style' ? instead(element, styles.style(element)) : undefined
  }

  /** Elements without a trace would move their siblings for selectors such as `:nth-child` and `+`. */
  function instead(element: DomNode, markup: string): Written {
    const parent = dom.parentNode(element)
    const isInHead = parent !== null && dom.nodeType(parent) === 1 && dom.localName(parent) === 'head'
    if (markup || isInHead) return { isUnwrapped: true, content: markup }
    const isHtml = dom.namespaceURI(element) === HTML && !isXml
    return { isUnwrapped: true, content: isHtml ? '<template></template>' : '<defs></defs>' }
  }

  function meta(element: DomNode): Written {
    const isAboutFile =
      dom.attribute(element, 'charset') !== null || dom.attribute(element, 'http-equiv') !== null
    return isAboutFile ? instead(element, '') : {}
  }

  function link(element: DomNode): Written {
    const rel = dom.attribute(element, 'rel')
    if (rel === null) return instead(element, '')
    if (/(?:^|\s)stylesheet(?:\s|$)/i.test(rel)) return instead(element, styles.link(element))
    return LOADING.test(rel) ? instead(element, '') : {}
  }

  /** Where scripts are off, its content is part of the page. */
  function noscript(element: DomNode): Written {
    const child = dom.firstChild(element)
    const isShown = child !== null && (dom.nodeType(child) === 1 || dom.nextSibling(child) !== null)
    if (!isShown) return instead(element, '')
    const parent = dom.parentNode(element)
    const isInHead = parent !== null && dom.localName(parent) === 'head'
    return isInHead ? { isUnwrapped: true } : { name: 'span' }
  }

  function input(element: DomNode): Written {
    const { type, value, checked } = element as Field
    if (type === 'file') return { changes: { value: null } }
    if (type === 'checkbox' || type === 'radio') return { changes: { checked: checked ? '' : null } }
    if (type === 'password') return { changes: { value: '\u2022'.repeat(Math.min(value.length, 1000)) } }
    const hasValue = value !== '' || dom.attribute(element, 'value') !== null
    return hasValue && type !== 'image' ? { changes: { value: escape(value) } } : {}
  }

  function noSource(element: DomNode): Changes {
    const parent = dom.parentNode(element)
    const isOfPicture = parent !== null && dom.nodeType(parent) === 1 && dom.localName(parent) === 'picture'
    return isOfPicture ? { media: null, type: null, src: null } : {}
  }

  /** The slot writes the attribute with the document, because that may be another one. */
  function frameIn(element: DomNode, attribute: 'src' | 'data'): Written {
    const { [Symbol.for('render.frame')]: frame } = element as { [mark: symbol]: string | undefined }
    const given = dom.attribute(element, attribute)
    const [address = ''] = given ? (/^https?:.*/s.exec(absolute(given)) ?? []) : []
    const hasSrcdoc = dom.localName(element) === 'iframe'
    const more = frame !== undefined || address ? slot({ frame, address, attribute, hasSrcdoc }) : ''
    return { changes: { [attribute]: null, srcdoc: null, loading: null }, more }
  }

  /** An invisible element decides where its parent is scrolled to at first. */
  function scrolled(element: DomNode): Written | undefined {
    const { scrollLeft: left, scrollTop: top } = element as { scrollLeft: number; scrollTop: number }
    if (!left && !top) return undefined
    const { display, position } = getComputedStyle(element)
    if (!/^(?:block|flow-root|flex|grid|list-item|inline-)/.test(display!)) return undefined
    const rules = `display:block position:absolute left:${left}px top:${top}px width:0 height:0 margin:0 scroll-initial-target:nearest`
    const end = `<i style="${rules.replaceAll(/(?= |$)/g, '!important;')}"></i>`
    if (position !== 'static') return { end }
    return {
      end,
      changes: { style: `${attributes.styleOf(element).replace(/;?\s*$/, ';')}position:relative` },
    }
  }

  /** What is above the page only because a script put it there is held there by its style. */
  function topLayer(element: DomNode): Written {
    if (!dom.matches(element, ':modal, :popover-open')) return {}
    const computed = getComputedStyle(element)
    const kept =
      'display position top right bottom left margin width height max-width max-height outline box-shadow'
    const rules = kept.split(' ').map((name) => `${name}:${computed[name]}!important`)
    const backdrop = getComputedStyle(element, '::backdrop')['background-color']!
    const isDark = !/, 0\)$|transparent/.test(backdrop)
    if (isDark) rules.push(`box-shadow:0 0 0 200vmax ${backdrop}!important`)
    const style = attributes.styleOf(element).replace(/;?\s*$/, ';')
    return { changes: { style: `${style}${rules.join(';')};z-index:2147483647!important` } }
  }
}
