// The rules by which markup is written so that a parser rebuilds the same tree.
import type { DomNode } from '../reading/create-dom-reader.ts'
import { escape } from './markup.ts'
import { dom, HTML, isQuirky, isXml, root } from './this-document.ts'

declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

const VOID =
  /^(?:area|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/
const FOREIGN_TEXT = /^(?:foreignObject|desc|title|mi|mo|mn|ms|mtext|annotation-xml)$/
const BLOCKS =
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul'
const HEADINGS = ':has(> :is(h1, h2, h3, h4, h5, h6))'
/** Selectors of elements before which a parser closes an outer element; scripts can put them into it. */
const CLOSED: Record<string, string> = {
  a: ':has(a)',
  button: ':has(button)',
  nobr: ':has(nobr)',
  p: `:has(:is(${BLOCKS.replaceAll(' ', ', ')}):not(:scope :is(button, foreignObject, object) *))`,
  li: ':has(> li, > :not(ul, ol, menu) > li)',
  dd: ':has(> :is(dd, dt))',
  dt: ':has(> :is(dd, dt))',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, HEADINGS])),
}
/** Elements of tables, each in the one before it. */
const TABLE = ['table', 'tbody', 'tr', 'td']
/** How many of them are around the children of an element; all of them by default. */
const INSIDE = new Map(Object.entries({ table: 1, tbody: 2, thead: 2, tfoot: 2, tr: 3 }))
/** How many of them an element needs around it; all of them by default, and 0 for one that may be anywhere. */
const NEEDED = new Map(
  ['col link script style template', 'caption colgroup tbody thead tfoot', 'tr', 'td th'].flatMap(
    (names, count) => names.split(' ').map((name) => [name, count] as const),
  ),
)
const NO_BOX = 'style="all:unset!important;display:contents!important"'

export function isVoid(name: string): boolean {
  return !isXml && VOID.test(name)
}

export function nameOf(element: DomNode): string {
  const name = isXml ? dom.nodeName(element) : dom.localName(element)
  if (name === 'form' && !isXml && dom.matches(element, 'form form')) return 'div'
  // oxlint-disable-next-line no-control-regex
  return /^[a-z][^\s<>"'/=\0]*$/i.test(name) ? name : 'span'
}

/** Returns whether a parser keeps the element at this place. */
export function isAtHome(element: DomNode, parent: DomNode | null): boolean {
  if (isXml || parent === null || dom.nodeType(parent) !== 1) return true
  const [own, other] = [dom.namespaceURI(element), dom.namespaceURI(parent)]
  if (own === other) return true
  if (other !== HTML && !FOREIGN_TEXT.test(dom.localName(parent))) return false
  return own === HTML || /^(?:svg|math)$/.test(dom.localName(element))
}

/**
 * Returns tags to enclose the children of an element with, where a parser would close it before one of them. It leaves open
 * what is around an `applet`, which is an element without a meaning otherwise.
 */
export function scopeIn(element: DomNode): readonly [start: string, end: string] {
  const name = dom.localName(element)
  const isKnown = !isXml && Object.hasOwn(CLOSED, name) && dom.namespaceURI(element) === HTML
  if (!isKnown || !dom.matches(element, CLOSED[name]!)) return ['', '']
  return [`<applet ${NO_BOX}>`, '</applet>']
}

/** Returns tags to enclose a node with, where a parser would move it out of a table or ignore its own tags. */
export function tableAround(node: DomNode, parent: DomNode | null): readonly [start: string, end: string] {
  if (isXml || parent === null || dom.nodeType(parent) !== 1 || dom.namespaceURI(parent) !== HTML)
    return ['', '']
  const inside = INSIDE.get(dom.localName(parent)) ?? TABLE.length
  const needed = neededBy(node)
  const isFine = needed === 0 || needed === inside || (inside < needed && needed < TABLE.length)
  if (isFine) return ['', '']
  const names = inside < needed ? TABLE.slice(inside) : [...TABLE.slice(inside), ...TABLE.slice(0, needed)]
  return [
    names.map((name) => `<${name} ${NO_BOX}>`).join(''),
    names
      .toReversed()
      .map((name) => `</${name}>`)
      .join(''),
  ]
}

/** A parser lets blanks and forms without content stay. */
function neededBy(node: DomNode): number {
  if (dom.nodeType(node) !== 1) return /\S/.test(dom.nodeValue(node)) ? TABLE.length : 0
  const name = dom.localName(node)
  if (name === 'form' && dom.firstChild(node) === null) return 0
  return (dom.namespaceURI(node) === HTML ? NEEDED.get(name) : undefined) ?? TABLE.length
}

export function namespaces(element: DomNode, parent: DomNode | null): string {
  if (!isXml) return ''
  const namespace = dom.namespaceURI(element) ?? ''
  const isSame = parent !== null && dom.nodeType(parent) === 1 && dom.namespaceURI(parent) === namespace
  const isKnown = isSame || dom.attribute(element, 'xmlns') !== null || dom.nodeName(element).includes(':')
  const own = isKnown ? '' : ` xmlns="${escape(namespace)}"`
  const needsLinks = element === root && dom.attribute(element, 'xmlns:xlink') === null
  return needsLinks ? `${own} xmlns:xlink="http://www.w3.org/1999/xlink"` : own
}

export function doctype(): string {
  if (isXml) return ''
  const found = dom.ofDocument('doctype')
  const text = found ? new XMLSerializer().serializeToString(found) : ''
  // Scripts can create an invalid doctype.
  // oxlint-disable-next-line no-control-regex
  const isSound = /^<!DOCTYPE html(?:[^<>\0]*)>$/i.test(text)
  return isSound ? text : isQuirky ? '' : '<!DOCTYPE html>'
}
