import type { Selectors } from 'playwright-core'
import { canPointAt } from '../in-page/finding/can-point-at.ts'
import { findMatches } from '../in-page/finding/find-matches.ts'
import { isSeen } from '../in-page/finding/is-seen.ts'
import { markTerms } from '../in-page/styling/mark-terms.ts'
import { pageSource } from '../protocol/page-source.ts'

/**
 * Names of selector engines. A selector engine is the only way to run code in Playwright's own isolated world of a page
 * and to get element handles from there, which Playwright's pointer can click.
 */
export const FIND = 'render-find'
export const CLICK = 'render-click'
export const MARK = 'render-mark'
export const POINT = 'render-point'

const engines = {
  [FIND]: `({
    queryAll: (root, query) => {
      const { selector, maxElements, onlyVisible } = JSON.parse(decodeURIComponent(query))
      const matches = (${pageSource(findMatches)})(selector)
      const seen = onlyVisible ? Array.from(matches ?? []).filter(${pageSource(isSeen)}) : matches
      return Array.prototype.slice.call(seen ?? [], 0, maxElements)
    },
  })`,
  [CLICK]: `({
    queryAll: (element, step) => {
      const CLICKED = Symbol.for('render.clicked')
      if (step === 'track') {
        element[CLICKED] = false
        element.addEventListener('click', () => (element[CLICKED] = true), { capture: true, once: true })
      } else if (!element[CLICKED])
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
      return []
    },
  })`,
  [MARK]: `({
    queryAll: (root, query) => {
      const count = (${pageSource(markTerms)})(JSON.parse(decodeURIComponent(query)))
      return count > 0 ? [document.documentElement] : []
    },
  })`,
  [POINT]: `({ queryAll: (element, act) => ((${pageSource(canPointAt)})(element, act === 'click') ? [element] : []) })`,
}

/** Adds the engines to all pages that Playwright opens from now on. */
export async function registerSelectorEngines(selectors: Selectors): Promise<void> {
  for (const [name, content] of Object.entries(engines))
    await selectors.register(name, { content }, { contentScript: true })
}
