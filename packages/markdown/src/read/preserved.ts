import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import type { Addresses } from './addresses.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const REFUSED = new Set(
  'script style template base link meta object embed noscript noembed xmp plaintext'.split(' '),
)
const ADDRESSES = new Set(
  'href src action formaction poster cite background longdesc data xlink:href'.split(' '),
)
const REFUSED_ATTRIBUTES = /^on|^srcdoc$|^srcset$|^style$|^http-equiv$|^ping$|[^a-z0-9:_-]/i
const NAME = /^[a-z][a-z0-9-]*$/

/** Writes an element as markup without code, in one line, whose texts mean nothing to Markdown. */
export function preservedMarkup(element: PageElement, addresses: Addresses): string {
  const { name, attributes, children } = element
  if (REFUSED.has(name) || !NAME.test(name)) return ''
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (REFUSED_ATTRIBUTES.test(key)) return []
    const kept = ADDRESSES.has(key) ? addressOf(value, addresses, name === 'img') : value
    return kept === undefined ? [] : [` ${key}="${escapeText(kept)}"`]
  })
  const start = `<${name}${written.join('')}>`
  if (VOID.has(name)) return start
  return `${start}${children.map((child) => markupOf(child, addresses)).join('')}</${name}>`
}

function addressOf(value: string, addresses: Addresses, isPicture: boolean): string | undefined {
  if (isPicture && /^data:image\/(?:png|jpeg|gif|webp|avif);/i.test(value)) return value
  return addresses.of(value)
}

function markupOf(node: PageNode, addresses: Addresses): string {
  return isElement(node) ? preservedMarkup(node, addresses) : escapeText(node)
}

/** Writes line breaks and all characters that mean something to HTML or Markdown as references. */
function escapeText(text: string): string {
  return text.replaceAll(
    /[&<>"'[\]\\`*_{}()#+!|~$^=\n\r\t:@]|(?<=\bwww)\./g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  )
}
