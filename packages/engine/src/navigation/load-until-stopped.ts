import type { CDPSession } from 'playwright-core'

/** The end of a complete load arrives within this time after the browser stopped loading. */
const PAUSE_MS = 250

/**
 * Runs a load and returns whether it completed. Returns false when the browser stopped loading before the end, because a
 * script called `window.stop` or started a download before the rest of its page had arrived. The page then stays as it is
 * and sends no further events.
 */
export async function loadUntilStopped(
  session: Pick<CDPSession, 'on' | 'off'>,
  load: () => Promise<unknown>,
): Promise<boolean> {
  const { promise: stopped, resolve } = Promise.withResolvers<boolean>()
  let main: string | undefined
  let timer: NodeJS.Timeout | undefined
  const onStart = ({ frameId }: { frameId: string }): void => {
    main ??= frameId
    if (frameId === main) clearTimeout(timer)
  }
  const onStop = ({ frameId }: { frameId: string }): void => {
    if (frameId === main) timer = setTimeout(resolve, PAUSE_MS, false)
  }
  session.on('Page.frameStartedLoading', onStart)
  session.on('Page.frameStoppedLoading', onStop)
  try {
    return await Promise.race([load().then(() => true), stopped])
  } finally {
    clearTimeout(timer)
    session.off('Page.frameStartedLoading', onStart)
    session.off('Page.frameStoppedLoading', onStop)
  }
}
