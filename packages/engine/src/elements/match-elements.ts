import { selectors, type ElementHandle } from 'playwright-core'
import { allElements } from '../in-page/finding/all-elements.ts'
import { countMatches } from '../in-page/finding/count-matches.ts'
import { findMatches, type Selector } from '../in-page/finding/find-matches.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import type { PageContext } from '../page-context.ts'
import { refusedSelector } from './refused-selector.ts'

/** A selector with the name of its option, for messages. */
export type Named = Selector & { option: string }

/** Returns the selector of an option; options whose names end in `_x` hold XPaths. */
export function named(option: string, text: string): Named {
  return option.endsWith('_x') ? { option, xpath: text } : { option, css: text }
}

/** An answer within this time is not charged to the page's time budget. */
const PROMPT_MS = 100

/** Counts the elements of the document that match. Throws `InvalidOptions` when the browser refuses the selector. */
export async function countElements(ctx: PageContext, selector: Named, onlyVisible = false): Promise<number> {
  const count = () => callInPage(ctx.tab, countMatches, { selector, onlyVisible }, findMatches, allElements)
  const matched = (await evaluateAcrossNavigation(ctx, count, PROMPT_MS)) ?? 0
  if (matched === 'invalid')
    throw refusedSelector(selector.option, 'css' in selector ? 'CSS selector' : 'XPath')
  return matched
}

/**
 * Finds up to `most` elements, and how many match in all. Throws `InvalidOptions` when the browser refuses the selector.
 */
export async function findElements(
  ctx: PageContext,
  selector: Named,
  most: number,
): Promise<{ matched: number; elements: ElementHandle[] }> {
  const matched = await countElements(ctx, selector)
  if (matched === 0) return { matched, elements: [] }
  // Encoded, because Playwright reads `>>` as the start of another selector.
  const query = encodeURIComponent(JSON.stringify({ selector, most }))
  const find = () => ctx.tab.page.$$(`${FIND}=${query}`)
  return { matched, elements: await evaluateAcrossNavigation(ctx, find) }
}

/** Clicks an element by dispatching an event, which needs no pointer; returns false when that fails. */
export function clickByScript(element: ElementHandle): Promise<boolean> {
  return element.$$(`${CLICK}=_`).then(
    () => true,
    () => false,
  )
}

/**
 * Names of two selector engines. A selector engine is the only way to run code in Playwright's own isolated world of a page
 * and to get element handles from there, which Playwright's pointer can click.
 */
const FIND = 'render-find'
const CLICK = 'render-click'

await selectors.register(
  FIND,
  {
    content: `({
      queryAll: (root, query) => {
        const { selector, most } = JSON.parse(decodeURIComponent(query))
        const matches = (${String(findMatches)})(selector, ${String(allElements)})
        return Array.prototype.slice.call(matches ?? [], 0, most)
      },
    })`,
  },
  { contentScript: true },
)
await selectors.register(
  CLICK,
  {
    content: `({
      queryAll: (element) => {
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
        return []
      },
    })`,
  },
  { contentScript: true },
)
