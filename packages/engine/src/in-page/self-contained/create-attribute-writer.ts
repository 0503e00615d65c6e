import type { DomNode } from '../reading/create-dom-reader.ts'
import type { ComparedAttributes } from './create-compared-attributes.ts'
import { givenOf } from './marks.ts'
import { absolute, escape, escapeCss, placeholder, styleOf } from './markup.ts'
import { base, dom, HTML, MATHML, SVG } from './this-document.ts'

/**
 * Writes the attributes of an element, without what runs code. `changes` are markup by name; null leaves an attribute out.
 * Those that selectors compare are written with their value in the page too, where they have another one in the document.
 * Placeholders may be part of the result.
 */
export type WriteAttributes = (element: DomNode, changes?: Readonly<Record<string, string | null>>) => string

const LEFT_OUT = new Set(
  'attributionsrc charset crossorigin csp fetchpriority http-equiv integrity manifest nonce ping referrerpolicy srcdoc'.split(
    ' ',
  ),
)
/** Stands for an address that runs something: that of no element, so that it leads nowhere. */
const INERT = '#render-no-element'
const LINKS = /^(?:a|area) (?:xlink:)?href$/i
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

/** `useSymbol` returns the address, within this tree, of an element in another file, or of its whole drawing. */
export function createAttributeWriter(
  compared: ComparedAttributes,
  useSymbol: (address: string) => string,
): WriteAttributes {
  const ownAddress = String(dom.ofDocument('URL')).replace(/#.*$/s, '')
  const baseElement = dom.find('base[href]')
  const isMoved = baseElement !== null && base.replace(/#.*$/s, '') !== ownAddress
  return write

  function write(element: DomNode, changes: Readonly<Record<string, string | null>> = {}): string {
    const list = dom.attributes(element)
    const own = dom.localName(element)
    let text = ''
    for (let index = 0; index < list.length; index += 1) {
      const { name, value } = list[index]!
      const key = name.toLowerCase()
      if (!isKept(key, value)) {
        // The styles of links still apply to it.
        if (LINKS.test(`${own} ${key}`)) text += ` ${name}="${INERT}"`
        continue
      }
      const isChanged = Object.hasOwn(changes, key)
      const written = isChanged ? changes[key] : valueOf(element, own, key, value)
      if (!isChanged) text += ` ${name}="${written}"`
      if (compared.has(key) && written !== escape(value)) text += ` ${givenOf(key)}="${escape(value)}"`
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
      return escapeCss(value.replaceAll(`${ownAddress}#`, '#'))
    return escape(value)
  }

  function isAddress(element: DomNode, own: string, name: string): boolean {
    const elements = ADDRESSES.get(name)
    if (elements === undefined) return false
    const namespace = dom.namespaceURI(element)
    if (namespace === HTML) return elements.split(' ').includes(own.toLowerCase())
    return (namespace === SVG || namespace === MATHML) && name.endsWith('href')
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
}
