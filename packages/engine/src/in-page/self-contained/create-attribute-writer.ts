// The function here is serialised into the page, so it cannot import values or use closures.
import type { Placeholder } from '../../self-contained/placeholders.ts'
import type { ComparedAttributes } from './create-compared-attributes.ts'
import type { Dom, DomNode } from './create-dom-reader.ts'

export interface Attributes {
  /**
   * Writes the attributes of an element, without what runs code. `changes` are markup by name; null leaves an attribute
   * out. Those that selectors compare are written with their value in the page too, where they have another one in the
   * document. Placeholders may be part of the result.
   */
  write: (element: DomNode, changes?: Readonly<Record<string, string | null>>) => string
  /** Writes the value of the `style` attribute. */
  styleOf: (element: DomNode) => string
  /** Returns the absolute URL; the text itself when it is not a URL. */
  absolute: (address: string) => string
  escape: (text: string) => string
  placeholder: (placeholder: Placeholder) => string
}

interface Place {
  dom: Dom
  /** The address of the document, or of its `<base>`, for relative addresses. */
  base: string
  isXml: boolean
  compared: ComparedAttributes
  /** Returns the address, within this tree, of an element in another file, or of its whole drawing. */
  useSymbol: (address: string) => string
}

export function createAttributeWriter({ dom, base, isXml, compared, useSymbol }: Place): Attributes {
  const HTML = 'http://www.w3.org/1999/xhtml'
  const SVG = 'http://www.w3.org/2000/svg'
  const MATHML = 'http://www.w3.org/1998/Math/MathML'
  const LEFT_OUT = new Set(
    'attributionsrc charset crossorigin csp fetchpriority http-equiv integrity manifest nonce ping referrerpolicy srcdoc'.split(
      ' ',
    ),
  )
  /** The elements of HTML on which an attribute is an address. All of drawings and formulas may have links. */
  const ADDRESSES = new Map(
    Object.entries({
      action: 'form',
      cite: 'blockquote del ins q',
      codebase: 'object',
      data: 'object',
      formaction: 'button input',
      href: 'a area link',
      longdesc: 'frame iframe img',
      poster: 'video',
      src: 'audio embed frame iframe img input source track video',
      'xlink:href': '',
    }),
  )
  /** Attributes whose text is never an address. */
  const TEXTS = /^(?:(?:data|aria)-.*|alt|class|content|id|label|name|placeholder|title)$/
  const FILES = /^(?:image|feImage) (?:xlink:)?href$|^input src$|^(?:body|table|t\w+) background$/
  const ownAddress = String(dom.ofDocument('URL')).replace(/#.*$/s, '')
  const baseElement = dom.find('base[href]')
  const isMoved = baseElement !== null && base.replace(/#.*$/s, '') !== ownAddress
  return { write, styleOf, absolute, escape, placeholder }

  function write(element: DomNode, changes: Readonly<Record<string, string | null>> = {}): string {
    const list = dom.attributes(element)
    const own = dom.localName(element)
    let text = ''
    for (let index = 0; index < list.length; index += 1) {
      const { name, value } = list[index]!
      const key = name.toLowerCase()
      if (!isKept(key, value)) continue
      const isChanged = Object.hasOwn(changes, key)
      const written = isChanged ? changes[key] : valueOf(element, own, key, value)
      if (!isChanged) text += ` ${name}="${written}"`
      if (compared.has(key) && written !== escape(value)) text += ` data-given-${key}="${escape(value)}"`
    }
    for (const [name, value] of Object.entries(changes)) if (value !== null) text += ` ${name}="${value}"`
    return text
  }

  function isKept(name: string, value: string): boolean {
    // oxlint-disable-next-line no-control-regex
    if (/^on\w|[\s"'<>/=\0]/i.test(name) || LEFT_OUT.has(name)) return false
    if (name === 'values') return value.split(';').every((each) => isKept('to', each))
    if (TEXTS.test(name) || !/^[\s\p{Cc}]*[jvd]/iu.test(value)) return true
    const compact = value.replace(/[\s\p{Cc}]+/gu, '')
    if (/^(?:javascript|vbscript):/i.test(compact)) return false
    return (
      !ADDRESSES.has(name) || !/^data:[^,]*(?:html|xml)/i.test(compact) || /^data:image\/svg/i.test(compact)
    )
  }

  function valueOf(element: DomNode, own: string, name: string, value: string): string {
    if (name === 'style') return styleOf(element)
    const isReference = /^(?:xlink:)?href$/.test(name) && own !== 'a' && dom.namespaceURI(element) === SVG
    const local = isReference ? fragmentIn(value) : undefined
    if (local !== undefined) return escape(local)
    if (FILES.test(`${own} ${name}`)) return fileAt(value)
    if (isReference && own === 'use') return escape(symbolAt(value))
    if (isAddress(element, own, name)) return escape(linkTo(value))
    if (/url\(/i.test(value) && dom.namespaceURI(element) !== HTML)
      return cssIn(value.replaceAll(`${ownAddress}#`, '#'))
    return escape(value)
  }

  function isAddress(element: DomNode, own: string, name: string): boolean {
    const elements = ADDRESSES.get(name)
    if (elements === undefined) return false
    const namespace = dom.namespaceURI(element)
    if (namespace === HTML) return elements.split(' ').includes(own.toLowerCase())
    return (namespace === SVG || namespace === MATHML) && name.endsWith('href')
  }

  function styleOf(element: DomNode): string {
    const style = dom.attribute(element, 'style')
    return style && dom.hasStyle(element) ? cssIn(style) : ''
  }

  function cssIn(css: string): string {
    if (!/url\(\s*["']?(?!\s*#|["'#])|image-set|src\(|\\/i.test(css)) return escape(css)
    return placeholder({ kind: 'css', css, base, within: 'attribute' })
  }

  function fileAt(address: string): string {
    return /^\s*(?:data:|$)/i.test(address)
      ? escape(address)
      : placeholder({ kind: 'file', file: absolute(address) })
  }

  /** Drawings refer to parts of their own document whatever its `<base>` is. Returns undefined for other addresses. */
  function fragmentIn(address: string): string | undefined {
    if (address.trim().startsWith('#')) return address
    const [file, id] = absolute(address).split('#')
    return id !== undefined && file === ownAddress ? `#${id}` : undefined
  }

  function symbolAt(address: string): string {
    const [, id = ''] = absolute(address).split('#')
    return /^\s*(?:data:|$)/i.test(address) ? `#${id}` : useSymbol(absolute(address))
  }

  function linkTo(address: string): string {
    return address.trim().startsWith('#') && !isMoved ? address : absolute(address)
  }

  function absolute(address: string): string {
    try {
      return new URL(address, base).href
    } catch {
      return address
    }
  }

  function escape(text: string): string {
    // oxlint-disable-next-line no-control-regex
    const clean = text.replace(isXml ? /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu : /\0/g, '')
    const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
    return /[&"<>\u00a0]/.test(clean)
      ? clean.replace(/[&"<>]/g, (character) => escapes[character]!).replaceAll('\u00a0', '&#160;')
      : clean
  }

  function placeholder(what: Placeholder): string {
    return `\0${JSON.stringify(what)}\0`
  }
}
