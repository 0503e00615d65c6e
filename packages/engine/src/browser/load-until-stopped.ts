import type { CDPSession } from 'playwright-core'

/** Of a load that came to its end we hear within this after the browser stopped loading. */
const PAUSE_MS = 250

/**
 * Runs a load, and gives it up where the browser stopped loading without coming to an end: a script called `window.stop`,
 * or set off a download before the rest of its page was there. The page then stays as it is, and tells of nothing more.
 * Whether the load came to its end.
 */
export async function loadUntilStopped(
  session: Pick<CDPSession, 'send' | 'on' | 'off'>,
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
  await session.send('Page.enable')
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
