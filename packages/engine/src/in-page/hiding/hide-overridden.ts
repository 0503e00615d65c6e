import type { PageWindow } from '../dom.ts'
import { allElements } from '../finding/all-elements.ts'
import { findMatches } from '../finding/find-matches.ts'
import { makeInvisible } from './make-invisible.ts'

declare const window: PageWindow

/**
 * Hides those matches of a CSS selector, and elements inside them, that are visible although a rule of ours hides them: inline
 * styles and more specific rules of the page can be important as well.
 */
export function hideOverridden(css: string): void {
  Array.from(findMatches({ css: `${css}, :is(${css}) *`, pierce: true }) ?? [])
    .flatMap((match) => (match.shadowRoot ? [match, ...allElements(match.shadowRoot)] : match))
    .filter((element) => window.getComputedStyle(element).visibility !== 'hidden')
    .forEach((element) => makeInvisible(element))
}
