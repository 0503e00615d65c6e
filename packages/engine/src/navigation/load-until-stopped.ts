import type { CDPSession } from 'playwright-core'
import type { PageTime } from '../page-time/page-time.ts'

/** The end of a complete load arrives within this time after the browser stopped loading. */
export const LOAD_END_MS = 250

/**
 * Runs a load and returns whether it completed. Returns false when the browser stopped loading before the end, because a
 * script called `window.stop` or started a download before the rest of its page had arrived. The page then stays as it is
 * and sends no further events.
 */
export async function loadUntilStopped(
  { session, time }: { session: Pick<CDPSession, 'on' | 'off'>; time: PageTime },
  load: () => Promise<unknown>,
): Promise<boolean> {
  const { promise: stopped, resolve } = Promise.withResolvers<boolean>()
  let main: string | undefined
  let cancel: (() => void) | undefined
  const onStart = ({ frameId }: { frameId: string }): void => {
    main ??= frameId
    if (frameId === main) cancel?.()
  }
  const onStop = ({ frameId }: { frameId: string }): void => {
    if (frameId === main) cancel = time.after(LOAD_END_MS, () => resolve(false))
  }
  session.on('Page.frameStartedLoading', onStart)
  session.on('Page.frameStoppedLoading', onStop)
  try {
    return await Promise.race([load().then(() => true), stopped])
  } finally {
    cancel?.()
    session.off('Page.frameStartedLoading', onStart)
    session.off('Page.frameStoppedLoading', onStop)
  }
}
