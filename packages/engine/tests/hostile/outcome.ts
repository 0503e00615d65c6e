import { expect } from '@jest/globals'
import type { CrashReason } from '../../src/failure/browser-crashed.ts'

/** The expected end of a render of a hostile page: a picture, a caller's error, or a crash of its renderer. */
export interface Outcome {
  ended:
    | { status: 'fulfilled'; value?: { warnings: unknown } }
    | {
        status: 'rejected'
        reason: { code: string } | { message: unknown } | { name: 'BrowserCrashed'; reason: CrashReason }
      }
  /** Time limit of a page that is expected to exceed it. */
  timeoutMs?: number
  /** Set when the browser has to be killed, although the render has ended. */
  thenKilled?: CrashReason
}

/** Long enough for a page to load and to begin what it does. */
const TIMEOUT_MS = 1000

export const failure = (code: string): Outcome => ({ ended: { status: 'rejected', reason: { code } } })
export const timeout: Outcome = { ...failure('RenderTimeoutError'), timeoutMs: TIMEOUT_MS }
export const crash = (reason: CrashReason): Outcome => ({
  ended: { status: 'rejected', reason: { name: 'BrowserCrashed', reason } },
})
/** Expects the memory limit or the timeout; the speed of the machine decides which one comes first. */
export const memoryOrTimeout: Outcome = {
  ended: {
    status: 'rejected',
    reason: { message: expect.stringMatching(/memory limit|timed out|did not load within/) },
  },
  timeoutMs: TIMEOUT_MS,
}

export const picture: Outcome = { ended: { status: 'fulfilled' } }
/** Expects a picture of the page up to a limit, and a warning with this text. */
export const pictureWith = (warning: string): Outcome => ({
  ended: {
    status: 'fulfilled',
    value: { warnings: expect.arrayContaining([expect.stringContaining(warning)]) },
  },
})
