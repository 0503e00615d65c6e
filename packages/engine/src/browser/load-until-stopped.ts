import type { CDPSession } from 'playwright-core'

/** Of a load that came to its end we hear within this after the browser stopped loading. */
const PAUSE_MS = 250

/**
 * Runs a load, and ends it where the browser stopped loading without coming to an end: a script called `window.stop`, or
 * set off a download before the rest of its page was there. The page then stays as it is, and tells of nothing more.
 */
export async function loadUntilStopped(
  session: Pick<CDPSession, 'send' | 'on' | 'off'>,
  load: () => Promise<unknown>,
): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  let main: string | undefined
  let timer: NodeJS.Timeout | undefined
  const onStart = ({ frameId }: { frameId: string }): void => {
    main ??= frameId
    if (frameId === main) clearTimeout(timer)
  }
  const onStop = ({ frameId }: { frameId: string }): void => {
    if (frameId === main) timer = setTimeout(resolve, PAUSE_MS)
  }
  await session.send('Page.enable')
  session.on('Page.frameStartedLoading', onStart)
  session.on('Page.frameStoppedLoading', onStop)
  try {
    await Promise.race([load(), stopped])
  } finally {
    clearTimeout(timer)
    session.off('Page.frameStartedLoading', onStart)
    session.off('Page.frameStoppedLoading', onStop)
  }
}
