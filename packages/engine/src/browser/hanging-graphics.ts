import { settlesWithin } from '@render/async'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserProcess } from './launch.ts'
import { isGraphics, processTree, readParents, usedTicks } from './processes.ts'

// A healthy graphics process that paints for one page becomes idle between two pictures; one idle interval is enough.
const SAMPLES = 4
const PAUSE_MS = 250
/** A tab with options is new. One that was opened in advance has been painted, and may be painted again by a process that hangs. */
const NEW_TAB = { javaScriptEnabled: true }
/** A page without content is painted within this time, however busy the machine is. */
const PAINT_MS = 10_000

/**
 * Returns whether the graphics process of a browser hangs. That happens after a page with an endless shader: the process
 * continues although the page is closed, and paints no new page. A process that is only busy, with the pages of other
 * renders, still paints another one.
 */
export async function hasHangingGraphics(
  browser: Pick<BrowserProcess, 'pid' | 'openTab' | 'playwright'>,
): Promise<boolean> {
  if (!(await isAlwaysBusy(browser.pid))) return false
  await browser.playwright().catch(() => undefined)
  return !(await settlesWithin(paintPage(browser), PAINT_MS))
}

async function isAlwaysBusy(browserPid: number): Promise<boolean> {
  const graphics = processTree(browserPid, readParents()).find(isGraphics)
  if (graphics === undefined) return false
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = usedTicks(graphics)
    await sleep(PAUSE_MS)
    if (usedTicks(graphics) - before <= 1) return false
  }
  return true
}

async function paintPage(browser: Pick<BrowserProcess, 'openTab'>): Promise<void> {
  const { context, session } = await browser.openTab(NEW_TAB)
  try {
    await session.send('Page.captureScreenshot')
  } finally {
    await context.close()
  }
}
