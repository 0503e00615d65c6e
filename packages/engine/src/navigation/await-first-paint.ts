import { nextFrame } from '../in-page/settling/next-frame.ts'
import { settlesInPageTime } from '../page-time/page-time.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { cutLoadShort } from './cut-load-short.ts'
import { leftMs, type Load } from './load.ts'

/** The longest wait for a frame of a page whose files have all arrived. */
const FRAME_MS = 1000
/** The browser repeats a request once whose connection was closed, and starts others that waited for a connection. */
const MAX_CLOSINGS = 5
/** The number of closings of a page without scripts, which cannot report that it is painted. */
const CLOSINGS_UNSEEN = 2

/**
 * Waits until the browser paints the page, which it does not while style sheets or scripts in `head` are missing. Goes on
 * without those that have not arrived when `timeout` is over, with a warning.
 */
export async function awaitFirstPaint(load: Load): Promise<void> {
  const { ctx, options } = load
  if (!ctx.runsScripts || (await isPainted(ctx, Math.max(leftMs(load), FRAME_MS)))) return
  await closeUntilPainted(ctx)
  cutLoadShort(
    ctx,
    `did not get style sheets or scripts of its "head" within the "timeout" of ${options.timeout} ms`,
  )
}

/** Lets the browser paint a page whose load is given up. */
export async function paintUnfinished(ctx: PageContext): Promise<void> {
  if (!(await isPainted(ctx, FRAME_MS))) await closeUntilPainted(ctx)
}

/** Closes the connections of the page, so that it goes on as it does after a request that fails. */
async function closeUntilPainted(ctx: PageContext): Promise<void> {
  const most = ctx.runsScripts ? MAX_CLOSINGS : CLOSINGS_UNSEEN
  for (let closings = 0; closings < most; closings += 1) {
    await ctx.tab.tunnel.closeConnections()
    if (await isPainted(ctx, FRAME_MS)) return
  }
}

/** Returns whether the browser paints a frame of the page in this time. */
async function isPainted({ tab }: PageContext, withinMs: number): Promise<boolean> {
  const frame = callInPage(tab, nextFrame)
  return settlesInPageTime(tab.time, frame, withinMs)
}
