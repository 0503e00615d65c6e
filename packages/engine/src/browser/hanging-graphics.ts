import { setTimeout as sleep } from 'node:timers/promises'
import { isGraphics, processTree, readParents, usedTicks } from './processes.ts'

/** What draws for pages comes to rest between two pictures. */
const LOOKS = 4
const PAUSE_MS = 250

/**
 * Whether the process that draws for a browser's pages never comes to rest, as after a page whose shader has no end: it
 * goes on although that page is closed, and draws nobody else.
 */
export async function hasHangingGraphics(browserPid: number): Promise<boolean> {
  const graphics = processTree(browserPid, readParents()).find(isGraphics)
  if (graphics === undefined) return false
  for (let look = 0; look < LOOKS; look++) {
    const before = usedTicks(graphics)
    await sleep(PAUSE_MS)
    if (usedTicks(graphics) - before <= 1) return false
  }
  return true
}
