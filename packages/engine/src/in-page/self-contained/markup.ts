import type { Placeholder } from '../../self-contained/placeholders.ts'
import type { DomNode } from '../reading/create-dom-reader.ts'
import { base, dom, isXml } from './this-document.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** Writes a text, or the value of an attribute, as markup. */
export function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = text.replace(isXml ? /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu : /\0/g, '')
  return /[&"<>\u00a0]/.test(clean)
    ? clean.replace(/[&"<>]/g, (character) => ESCAPES[character]!).replaceAll('\u00a0', '&#160;')
    : clean
}

/** Writes CSS as the value of an attribute. */
export function escapeCss(css: string): string {
  if (!/url\(\s*["']?(?!\s*#|["'#])|image-set|src\(|\\/i.test(css)) return escape(css)
  return placeholder({ kind: 'css', css, base, within: 'attribute' })
}

/** Writes the value of the `style` attribute. */
export function styleOf(element: DomNode): string {
  const style = dom.attribute(element, 'style')
  return style && dom.hasStyle(element) ? escapeCss(style) : ''
}

export function placeholder(what: Placeholder): string {
  return `\0${JSON.stringify(what)}\0`
}

/** Returns the absolute URL; the text itself when it is not a URL. */
export function absolute(address: string): string {
  try {
    return new URL(address, base).href
  } catch {
    return address
  }
}
