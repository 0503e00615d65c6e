import type { ElementHandle, Frame } from 'playwright-core'
import type { RenderOptions } from '@render/options'
import { countMatches } from '../in-page/finding/count-matches.ts'
import type { Selector } from '../in-page/finding/find-matches.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import type { PageContext } from '../page-context.ts'
import type { Highlight } from '../in-page/styling/mark-terms.ts'
import { refusedSelector } from './refused-selector.ts'
import { askFrame, searchedFrames } from './searched-frames.ts'
import { CLICK, FIND, MARK } from './selector-engines.ts'

/** A selector with the name of its option, for messages. */
export type Named = Selector & { option: string }

/** Returns the selector of an option; options whose names end in `_x` hold XPaths. */
export function named(option: string, text: string): Named {
  return option.endsWith('_x') ? { option, xpath: text } : { option, css: text }
}

/** An answer within this time is not charged to the page's time budget. */
const PROMPT_MS = 100

/**
 * Counts the elements of the document that match.
 * @throws {RenderError} `InvalidOptions` when the browser refuses the selector.
 */
export async function countElements(ctx: PageContext, selector: Named, onlyVisible = false): Promise<number> {
  const count = () => callInPage(ctx.tab, countMatches, { selector, onlyVisible })
  const matched = (await evaluateAcrossNavigation(ctx, count, PROMPT_MS)) ?? 0
  if (matched === 'invalid')
    throw refusedSelector(selector.option, 'css' in selector ? 'CSS selector' : 'XPath')
  return matched
}

/**
 * Returns whether an element matches in the document, or in one of its frames.
 * @throws {RenderError} `InvalidOptions` when the browser refuses the selector.
 */
export async function isMatched(
  ctx: PageContext,
  selector: Named,
  frames: FrameSelection,
  onlyVisible = false,
): Promise<boolean> {
  if ((await countElements(ctx, selector, onlyVisible)) > 0) return true
  const found = await findInFrames(ctx, { selector, maxElements: 1, onlyVisible }, frames)
  return found.length > 0
}

/**
 * Finds up to `maxElements` elements in the document and its frames, and how many match in all.
 * @throws {RenderError} `InvalidOptions` when the browser refuses the selector.
 */
export async function findElements(
  ctx: PageContext,
  selector: Named,
  maxElements: number,
  frames: FrameSelection,
): Promise<{ matched: number; elements: ElementHandle[] }> {
  const matched = await countElements(ctx, selector)
  const find = () => ctx.tab.page.$$(queryOf(FIND, { selector, maxElements }))
  const elements = matched === 0 ? [] : await evaluateAcrossNavigation(ctx, find)
  const inner =
    elements.length < maxElements ? await findInFrames(ctx, { selector, maxElements }, frames) : []
  return { matched: matched + inner.length, elements: [...elements, ...inner].slice(0, maxElements) }
}

/** Highlights terms in the frames of the page; returns whether any of them has one. */
export async function markInFrames(
  ctx: PageContext,
  highlight: Highlight,
  selection: FrameSelection,
): Promise<boolean> {
  const found = await queryFrames(ctx, queryOf(MARK, highlight), selection)
  return found.length > 0
}

type FrameSelection = RenderOptions['frame_selection_mode']

interface Query {
  selector: Named
  maxElements: number
  onlyVisible?: boolean
}

function findInFrames(ctx: PageContext, query: Query, selection: FrameSelection): Promise<ElementHandle[]> {
  return queryFrames(ctx, queryOf(FIND, query), selection)
}

async function queryFrames(
  ctx: PageContext,
  query: string,
  selection: FrameSelection,
): Promise<ElementHandle[]> {
  const ask = (frame: Frame) => askFrame<ElementHandle[]>(frame, () => frame.$$(query), [])
  return evaluateAcrossNavigation(ctx, async () => {
    const frames = await searchedFrames(ctx.tab.page, selection)
    const found = await Promise.all(frames.map(ask))
    return found.flat()
  })
}

/** Writes a query for a selector engine. It is encoded because `>>` would start another selector. */
function queryOf(engine: string, given: object): string {
  return `${engine}=${encodeURIComponent(JSON.stringify(given))}`
}

/** Makes `clickByScript` know whether an element is clicked from now on. */
export async function trackClicks(element: ElementHandle): Promise<void> {
  await element.$$(`${CLICK}=track`).catch(() => undefined)
}

/**
 * Clicks an element that has not been clicked by dispatching an event, which needs no pointer; returns false when that fails.
 */
export function clickByScript(element: ElementHandle): Promise<boolean> {
  return element.$$(`${CLICK}=click`).then(
    () => true,
    () => false,
  )
}
