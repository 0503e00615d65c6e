import { classNamed, hasClass } from './element-kinds.ts'
import { isElement, type PageElement, type PageNode } from './page-tree.ts'

/** An element with more text or more nodes is no item of a carousel. */
const MAX_LENGTH = 5000
const MAX_NODES = 300
/** Names that libraries give the copies. */
const COPIES = classNamed(String.raw`cloned|clone|\w+[-_](?:cloned|clone|duplicate)`)
/** Elements in which nothing is left out: each character of code and each cell of a row counts. */
const WHOLE = new Set(['pre', 'code', 'tr'])

/**
 * Removes the copies by which carousels and bands of logos go round without an end, and texts that are there once more for
 * screen readers: what is named as a copy or hidden from assistive technology, and says the same as another element beside it.
 */
export function dropCopies(element: PageElement): void {
  if (WHOLE.has(element.name)) return
  const items = element.children.filter(isElement)
  const copies = items.filter(mayBeCopy)
  if (copies.length > 0 && copies.length < items.length) {
    const lengths = new Set(copies.map(({ textLength }) => textLength))
    const originals = items.filter((each) => lengths.has(each.textLength) && !mayBeCopy(each))
    const contents = new Set(originals.map(contentOf).filter((each) => each !== undefined))
    const dropped = new Set<PageNode>(copies.filter((each) => contents.has(contentOf(each) ?? '')))
    element.children = element.children.filter((child) => !dropped.has(child))
    shorten(element, dropped)
  }
  for (const child of element.children) if (isElement(child)) dropCopies(child)
}

function mayBeCopy(element: PageElement): boolean {
  return element.attributes['aria-hidden'] === 'true' || hasClass(element, COPIES)
}

/** Returns the text and the addresses of an item; undefined when it has neither, or is too large. */
function contentOf(item: PageElement): string | undefined {
  if (item.textLength > MAX_LENGTH) return undefined
  const words: string[] = []
  const left: PageNode[] = [item]
  for (let count = 0; left.length > 0; count++) {
    const node = left.pop()!
    if (!isElement(node)) {
      words.push(node)
      continue
    }
    const { attributes, children } = node
    if (count + children.length > MAX_NODES) return undefined
    const address = attributes.href ?? attributes.src
    if (address !== undefined) words.push(` ${address} `)
    left.push(...children.toReversed())
  }
  return words.join('').replaceAll(/\s+/g, ' ').trim() || undefined
}

/** Takes the lengths of what was dropped off those of the elements around it. */
function shorten(element: PageElement, dropped: ReadonlySet<PageNode>): void {
  let length = 0
  for (const node of dropped) if (isElement(node)) length += node.textLength
  for (let each: PageElement | undefined = element; each; each = each.parent) each.textLength -= length
}
