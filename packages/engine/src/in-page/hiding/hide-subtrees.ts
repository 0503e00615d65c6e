import { allElements } from '../finding/all-elements.ts'
import { findMatches, type Selector } from '../finding/find-matches.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const Element: { prototype: Pick<PageElement, 'querySelectorAll'> }
declare const window: PageWindow

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
    for (const element of [root, ...querySelectorAll.call(root, '*')])
      setStyles(element, { transition: 'none', visibility: 'hidden', 'pointer-events': 'none' })
  return roots.length
}

/**
 * Hides those matches of a CSS selector, and elements inside them, that are visible although a rule of ours hides them: inline
 * styles and more specific rules of the page can be important as well.
 */
export function hideOverridden(css: string): void {
  const matches = Array.from(findMatches({ css: `${css}, :is(${css}) *`, pierce: true }) ?? [])
  const shown = matches
    .flatMap((match) => (match.shadowRoot ? [match, ...allElements(match.shadowRoot)] : match))
    .filter((element) => window.getComputedStyle(element).visibility !== 'hidden')
  for (const element of shown)
    setStyles(element, { transition: 'none', visibility: 'hidden', 'pointer-events': 'none' })
}
