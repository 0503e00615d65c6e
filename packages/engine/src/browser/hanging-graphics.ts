import { setTimeout as sleep } from 'node:timers/promises'
import { isGraphics, processTree, readParents, usedTicks } from './processes.ts'

// A healthy graphics process becomes idle between two pictures; one idle interval is enough.
const SAMPLES = 4
const PAUSE_MS = 250

/**
 * Returns whether the graphics process of a browser stays busy through all samples. That happens after a page with an
 * endless shader: the process continues although the page is closed, and draws no other page.
 */
export async function hasHangingGraphics(browserPid: number): Promise<boolean> {
  const graphics = processTree(browserPid, readParents()).find(isGraphics)
  if (graphics === undefined) return false
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = usedTicks(graphics)
    await sleep(PAUSE_MS)
    if (usedTicks(graphics) - before <= 1) return false
  }
  return true
}
