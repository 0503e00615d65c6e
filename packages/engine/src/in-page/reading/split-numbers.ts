import type { Dom, DomNode } from './create-dom-reader.ts'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

declare const Range: new () => { selectNodeContents(node: DomNode): void; getBoundingClientRect(): Box }

/**
 * Returns whether two items of a row show one number without a gap, such as the parts of a price, which pages often put into boxes
 * of their own: a currency, digits, a separator with digits, or a percent sign.
 */
export function isOneNumber(dom: Dom, before: DomNode | undefined, after: DomNode | undefined): boolean {
  /** CSS pixels; a blank is wider. */
  const MAX_GAP = 2
  const texts = [onlyTextOf(before), onlyTextOf(after)]
  const [a = '', b = ''] = texts.map((text) => (text ? dom.nodeValue(text).trim() : ''))
  const isPair =
    (/^\p{Sc}$/u.test(a) && /^\d/.test(b)) ||
    (/^\d+$/.test(a) && /^(?:[.,:]\d*|%|\p{Sc})$/u.test(b)) ||
    (/^\d*[.,:]$/.test(a) && /^\d+$/.test(b))
  if (!isPair) return false
  const [one, other] = texts.map((text) => boxOf(text!)) as [Box, Box]
  const isLine = one.top < other.bottom && other.top < one.bottom
  const gaps = [other.left - one.right, one.left - other.right]
  return isLine && gaps.some((gap) => Math.abs(gap) <= MAX_GAP)

  /** Returns the text in an element that has nothing else. */
  function onlyTextOf(node: DomNode | undefined): DomNode | undefined {
    const text = node && dom.nodeType(node) === 1 ? dom.firstChild(node) : null
    return text && dom.nodeType(text) === 3 && !dom.nextSibling(text) ? text : undefined
  }

  /** Returns the box of a text, which is often smaller than that of its element. */
  function boxOf(text: DomNode): Box {
    const range = new Range()
    range.selectNodeContents(text)
    return range.getBoundingClientRect()
  }
}

/** Returns whether the node at an index is the first part, and the last part, of a number in several boxes; both for other nodes. */
export function placeInNumber(
  dom: Dom,
  nodes: ArrayLike<DomNode>,
  at: number,
): [isFirst: boolean, isLast: boolean] {
  const [before, after] = [-1, 1].map((step) => {
    const beside = nodes[at + step]
    const isBlank = beside !== undefined && dom.nodeType(beside) === 3 && !/\S/.test(dom.nodeValue(beside))
    return isBlank ? nodes[at + 2 * step] : beside
  })
  return [!isOneNumber(dom, before, nodes[at]), !isOneNumber(dom, nodes[at], after)]
}
