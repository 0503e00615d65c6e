// Microdata, https://html.spec.whatwg.org/multipage/microdata.html#json
import {
  all,
  attribute,
  childrenOf,
  first,
  hasAttribute,
  inDocumentOrder,
  type PageElement,
  type PageRoot,
} from '../dom.ts'
import { addProperty, MAX_DEPTH, valueOf, words, type Item, type Reading } from './item.ts'

const MAX_ITEMS = 2000

/** Reads the items of the document that are in no other item. */
export function readMicrodata(document: PageRoot, reading: Reading): Item[] {
  const tops = all(document, '[itemscope]:not([itemprop])', MAX_ITEMS)
  return tops.map((element) => readItem(element, document, reading, []))
}

function readItem(
  element: PageElement,
  document: PageRoot,
  reading: Reading,
  around: readonly PageElement[],
): Item {
  const types = words(attribute(element, 'itemtype'))
  const id = attribute(element, 'itemid')
  const item: Item = { ...(types.length > 0 && { type: types }), ...(id && { id }), properties: {} }
  const within = [...around, element]
  for (const property of propertiesOf(element, document, reading)) {
    const isItem = hasAttribute(property, 'itemscope')
    if (isItem && (within.includes(property) || within.length >= MAX_DEPTH)) continue
    const value = isItem ? readItem(property, document, reading, within) : valueOf(property, reading)
    for (const name of words(attribute(property, 'itemprop'))) addProperty(item, name, value)
  }
  return item
}

/** Returns the elements that are properties of an item, in document order. */
function propertiesOf(root: PageElement, document: PageRoot, reading: Reading): PageElement[] {
  const found: PageElement[] = []
  const seen = new Set<PageElement>([root])
  const referred = words(attribute(root, 'itemref')).map((id) => first(document, `[id="${escaped(id)}"]`))
  const pending = [...referred.filter((each) => each !== undefined), ...childrenOf(root)]
  for (let current = pending.pop(); current; current = pending.pop()) {
    if (seen.has(current)) continue
    seen.add(current)
    reading.left -= 1
    if (reading.left < 0) break
    if (!hasAttribute(current, 'itemscope')) pending.push(...childrenOf(current))
    if (attribute(current, 'itemprop')) found.push(current)
  }
  return found.toSorted(inDocumentOrder)
}

/** Escapes a text for a string in a selector. */
function escaped(text: string): string {
  return text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)
}
