import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserProcess } from './launch.ts'
import { isRenderer, isSandboxed, processTree, readParents } from './processes.ts'

// A renderer enters its sandbox some time after its start, on a busy machine seconds later, and the browser may start a spare
// renderer in advance. So the check repeats for up to ten seconds.
const ATTEMPTS = 200
const PAUSE_MS = 50

/**
 * Checks a browser that has a tab.
 * @throws {Error} for the operator, unless the processes that run pages are in Chromium's sandbox.
 */
export async function checkSandbox({ pid }: Pick<BrowserProcess, 'pid'>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const renderers = processTree(pid, readParents()).filter(isRenderer)
    if (renderers.length > 0 && renderers.every(isSandboxed)) return
    await sleep(PAUSE_MS)
  }
  throw new Error(
    'Chromium runs pages outside of its sandbox (a renderer has no seccomp filter). Fix the sandbox, or set CHROMIUM_SANDBOX=off to run untrusted pages without it.',
  )
}
