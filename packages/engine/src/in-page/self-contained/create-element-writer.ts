import type { DomNode } from '../reading/create-dom-reader.ts'
import type { Pictures } from './create-picture-writer.ts'
import type { Styles } from './create-style-writer.ts'
import { absolute, escape, placeholder, styleOf } from './markup.ts'
import { dom, HTML, isXml, SVG } from './this-document.ts'
import {
  writeInput,
  writeOption,
  writeScrolled,
  writeSelect,
  writeTextarea,
  writeTopLayer,
} from './write-states.ts'
import type { Changes, Written } from './written.ts'

declare const window: { readonly top: unknown }

const LOADING =
  /(?:^|\s)(?:(?:module)?preload|prefetch|preconnect|dns-prefetch|prerender|expect|import|manifest|compression-dictionary|(?:shortcut )?icon|apple-touch-\S+|mask-icon|fluid-icon)(?:\s|$)/i
/** Pictures that cannot contain scripts. */
const PICTURE = /^\s*data:image\/(?:avif|bmp|gif|jpeg|png|webp)[;,]/i

/** Elements of SVG and MathML that run code, or would be elements of HTML once they are read again. */
const NOT_FOREIGN =
  /^(?:script|handler|listener|meta|base|link|iframe|frame|frameset|object|embed|template|noscript|applet)$/

/** Decides how elements are written whose markup alone does not show what they show. */
export function createElementWriter(pictures: Pictures, styles: Styles, withoutFrames: boolean) {
  // The browser centres a picture that is the whole page.
  const isPicture = window.top === window && String(dom.ofDocument('contentType')).startsWith('image/')
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
    ...(withoutFrames ? ['iframe', 'frame', 'frameset', 'object', 'embed'] : []),
  ])
  const handlers: Record<string, (element: DomNode) => Written> = {
    audio: () => ({ changes: { autoplay: null, preload: 'none' } }),
    canvas: (element) => ({ changes: pictures.canvas(element), content: '' }),
    dialog: writeTopLayer,
    embed: (element) => frameIn(element, 'src'),
    frame: (element) => frameIn(element, 'src'),
    iframe: (element) => ({ ...frameIn(element, 'src'), content: '' }),
    img: (element) => ({ changes: pictures.image(element) }),
    input: writeInput,
    link,
    listing: () => ({ name: 'pre' }),
    meta,
    noscript,
    object: (element) => frameIn(element, 'data'),
    option: writeOption,
    plaintext: () => ({ name: 'pre' }),
    select: writeSelect,
    source: (element) => ({ changes: { srcset: null, sizes: null, ...noSource(element) } }),
    style: (element) => instead(element, styles.style(element)),
    textarea: writeTextarea,
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
    if (dom.attribute(element, 'popover') !== null) return writeTopLayer(element)
    const isUnknown = name.includes('-') && !dom.matches(element, ':defined')
    if (isUnknown) return { changes: { 'data-not-defined': '' } }
    if (name === 'body' && isPicture && !isXml)
      return { changes: { style: `${styleOf(element)};display:flex` } }
    return name === 'html' || name === 'body' ? undefined : writeScrolled(element)
  }

  function describeSvg(element: DomNode, name: string): Written | undefined {
    const isActive = NOT_FOREIGN.test(name) || (/^(?:animate.*|set)$/.test(name) && animatesCode(element))
    if (isActive) return instead(element, '')
    return name === 'style' ? instead(element, styles.style(element)) : undefined
  }

  /** Links can have any prefix. A parser restores the capitals of the attribute's name. */
  function animatesCode(element: DomNode): boolean {
    return Array.from(dom.attributes(element)).some(
      ({ name, value }) => /^attributename$/i.test(name) && /(?:^|:)(?:href$|on)/i.test(value),
    )
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

  function noSource(element: DomNode): Changes {
    const parent = dom.parentNode(element)
    const isOfPicture = parent !== null && dom.nodeType(parent) === 1 && dom.localName(parent) === 'picture'
    return isOfPicture ? { media: null, type: null, src: null } : {}
  }

  /** The placeholder writes the attribute with the document, because that may be another one. */
  function frameIn(element: DomNode, attribute: 'src' | 'data'): Written {
    const { [Symbol.for('render.frame')]: frame } = element as { [mark: symbol]: string | undefined }
    const given = dom.attribute(element, attribute)
    if (frame === undefined && given && PICTURE.test(given))
      return { changes: { [attribute]: escape(given) } }
    const [address = ''] = given ? (/^https?:.*/s.exec(absolute(given)) ?? []) : []
    const hasSrcdoc = dom.localName(element) === 'iframe'
    const more =
      frame !== undefined || address
        ? placeholder({ kind: 'frame', frame, address, attribute, hasSrcdoc })
        : ''
    return { changes: { [attribute]: null, srcdoc: null, loading: null }, more }
  }
}
