import type { Dom, DomNode } from './create-dom-reader.ts'

declare const Element: {
  prototype: { getBoundingClientRect(this: DomNode): { left: number; right: number } }
}

/**
 * Returns whether two items of a row show one number without a gap, such as the parts of a price, which pages often put into boxes
 * of their own: a currency, digits, a separator with digits, or a percent sign.
 */
export function isOneNumber(dom: Dom, before: DomNode | undefined, after: DomNode | undefined): boolean {
  /** CSS pixels; a blank is wider. */
  const MAX_GAP = 2
  const [a, b] = [textOf(before), textOf(after)]
  const isPair =
    (/^\p{Sc}$/u.test(a) && /^\d/.test(b)) ||
    (/^\d+$/.test(a) && /^(?:[.,:]\d*|%|\p{Sc})$/u.test(b)) ||
    (/^\d*[.,:]$/.test(a) && /^\d+$/.test(b))
  if (!isPair) return false
  const [left, right] = [before!, after!].map((each) => Element.prototype.getBoundingClientRect.call(each))
  return Math.abs(right!.left - left!.right) <= MAX_GAP || Math.abs(left!.left - right!.right) <= MAX_GAP

  /** Returns the text of an element that has nothing else. */
  function textOf(node: DomNode | undefined): string {
    const text = node && dom.nodeType(node) === 1 ? dom.firstChild(node) : null
    return text && dom.nodeType(text) === 3 && !dom.nextSibling(text) ? dom.nodeValue(text).trim() : ''
  }
}
