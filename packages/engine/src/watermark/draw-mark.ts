import { askWithin } from '../browser/ask-document.ts'
import { LATE } from '../browser/spend-patience.ts'
import { callInPage } from '../browser/call-in-page.ts'
import { setMetrics } from '../browser/metrics.ts'
import { drawMark as drawInPage, type MarkDrawing } from '../in-page/draw-mark.ts'
import type { Work } from '../work.ts'

export interface Mark {
  /** A png with alpha. */
  body: Buffer
  /** Properties whose values are none. */
  refused: string[]
}

/** Strangers' pictures can be as costly to draw as they like. */
const DRAW_MS = 10_000
const CLEAR = { r: 0, g: 0, b: 0, a: 0 }

/**
 * Has the browser draw a mark, in a page of its own beside the render's: strangers' pictures are decoded where strangers'
 * pages are run. Undefined when it is no picture, or takes too long.
 */
export async function drawMark(work: Pick<Work, 'tab'>, drawing: MarkDrawing): Promise<Mark | undefined> {
  const { context } = work.tab
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const draw = async (): Promise<Mark | undefined> => {
    const drawn = await callInPage(session, drawInPage, drawing)
    if (!drawn) return undefined
    const { width, height, refused } = drawn
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: CLEAR })
    await setMetrics(session, { width, height, ratio: drawing.ratio })
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    return { body: Buffer.from(data, 'base64'), refused }
  }
  const mark = await askWithin({ tab: { ...work.tab, page, session }, patienceMs: 0 }, draw, DRAW_MS)
  // It is closed behind the render, with its context at the latest.
  void page.close().catch(() => undefined)
  return mark === LATE ? undefined : mark
}
