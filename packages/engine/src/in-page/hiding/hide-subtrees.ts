import { findMatches, type Selector } from '../finding/find-matches.ts'
import type { PageElement } from '../dom.ts'
import { makeInvisible } from './make-invisible.ts'

declare const Element: { prototype: Pick<PageElement, 'querySelectorAll'> }

/**
 * Hides the elements that match, without a transition, and all elements inside them, which could otherwise make themselves
 * visible again. Returns the number of matches, or `invalid` when the browser refuses the selector.
 */
export function hideSubtrees(selector: Selector): number | 'invalid' {
  const matches = findMatches(selector)
  if (!matches) return 'invalid'
  const roots = Array.from(matches)
  // A control with this name hides the method of its form.
  const { querySelectorAll } = Element.prototype
  for (const root of roots)
    for (const element of [root, ...querySelectorAll.call(root, '*')]) makeInvisible(element)
  return roots.length
}
