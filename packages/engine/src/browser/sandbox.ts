import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserProcess } from './launch.ts'
import { isRenderer, isSandboxed, processTree, readParents } from './processes.ts'

/** A renderer enters its sandbox after it started, seconds on a busy machine, and the browser may be starting one ahead. */
const LOOKS = 200
const PAUSE_MS = 50

/** Throws an error for the operator unless the processes that run pages are in Chromium's sandbox. */
export async function checkSandbox(browser: BrowserProcess): Promise<void> {
  const { context } = await browser.openTab({})
  try {
    for (let look = 0; look < LOOKS; look++) {
      const renderers = processTree(browser.pid, readParents()).filter(isRenderer)
      if (renderers.length > 0 && renderers.every(isSandboxed)) return
      await sleep(PAUSE_MS)
    }
  } finally {
    await context.close()
  }
  throw new Error(
    "Chromium runs pages outside of its sandbox (a renderer has no seccomp filter). Mend that, or set CHROMIUM_SANDBOX=off to run strangers' pages without it.",
  )
}
