import { openOwnPage } from '../browser/open-own-page.ts'
import { evaluateWithTimeout } from '../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../protocol/time-budget.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { createPageWorld } from '../protocol/page-world.ts'
import { showMark, type MarkDrawing, type Undrawn } from '../in-page/drawing/show-mark.ts'
import type { PageContext } from '../page-context.ts'

export interface Mark {
  /** The drawn mark as a PNG with alpha. */
  body: Buffer
  /** The style properties with invalid values. */
  refused: string[]
}

/** The time limit, because untrusted pictures can take arbitrarily long to draw. */
const PAINT_MS = 2000
/** On a busy machine, the time limit is this many times the time that a blank page takes to open. */
const TIMES_OPENING = 20
const CLEAR = { r: 0, g: 0, b: 0, a: 0 }

/**
 * Draws a mark in the browser, in a page of its own beside the render's, so that untrusted pictures are decoded inside the
 * browser's sandbox. Returns why the picture is not drawn, which is `TIMED_OUT` when it takes too long.
 * @throws {RenderError} `RenderTimeoutError` when the page does not open in time.
 */
export async function drawMark(
  ctx: Pick<PageContext, 'tab'>,
  drawing: MarkDrawing,
  openTimeoutMs?: number,
): Promise<Mark | Undrawn | typeof TIMED_OUT> {
  const start = performance.now()
  const { page, session } = await openOwnPage(ctx.tab, openTimeoutMs)
  const openingMs = performance.now() - start
  const draw = async (): Promise<Mark | Undrawn> => {
    const world = createPageWorld(session)
    const drawn = (await callInPage({ world }, showMark, drawing)) ?? 'unreadable'
    if (typeof drawn === 'string') return drawn
    const { width, height, refused } = drawn
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: CLEAR })
    await setMetrics(session, { width, height, ratio: drawing.ratio })
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    return { body: Buffer.from(data, 'base64'), refused }
  }
  const mark = await evaluateWithTimeout(
    { tab: { ...ctx.tab, page, session }, timeBudgetMs: 0 },
    draw,
    Math.max(PAINT_MS, TIMES_OPENING * openingMs),
  )
  // The render does not wait for the page to close; its context closes it at the latest.
  void page.close().catch(() => undefined)
  return mark
}
