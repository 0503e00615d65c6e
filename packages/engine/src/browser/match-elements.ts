import type { ElementHandle } from 'playwright-core'
import { allElements } from '../in-page/all-elements.ts'
import { countMatches } from '../in-page/count-matches.ts'
import { findMatches, type Selector } from '../in-page/find-matches.ts'
import type { Work } from '../work.ts'
import { askDocument } from './ask-document.ts'
import { callInPage } from './call-in-page.ts'
import { refusedSelector } from './refused-selector.ts'

/** A selector, and the option that gives it, for messages. */
export type Named = Selector & { option: string }

/** The selector of an option; those whose names end in `_x` are XPaths. */
export function named(option: string, text: string): Named {
  return option.endsWith('_x') ? { option, xpath: text } : { option, css: text }
}

/** An answer within this is none that the page kept us waiting for. */
const PROMPT_MS = 100

/** How many elements of the document match. Throws `InvalidOptions` for what is no selector. */
export async function countElements(work: Work, selector: Named, onlyVisible = false): Promise<number> {
  const count = () =>
    callInPage(work.tab.session, countMatches, { selector, onlyVisible }, findMatches, allElements)
  const counted = (await askDocument(work, count, PROMPT_MS)) ?? 0
  if (counted === 'invalid')
    throw refusedSelector(selector.option, 'css' in selector ? 'CSS selector' : 'XPath')
  return counted
}

/** How many elements match, and the first of them. Throws `InvalidOptions` for what is no selector. */
export async function findElements(
  work: Work,
  selector: Named,
  most: number,
): Promise<{ matched: number; elements: ElementHandle[] }> {
  const matched = await countElements(work, selector)
  if (matched === 0) return { matched, elements: [] }
  const { page } = work.tab
  const find = async (): Promise<ElementHandle[]> => {
    const list = await page.evaluateHandle(
      `[].slice.call((${String(findMatches)})(${JSON.stringify(selector)}, ${String(allElements)}), 0, ${most})`,
    )
    const properties = await list.getProperties()
    await list.dispose()
    return [...properties.values()].flatMap((each) => each.asElement() ?? [])
  }
  return { matched, elements: await askDocument(work, find) }
}
