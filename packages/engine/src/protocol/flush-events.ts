import type { CDPSession } from 'playwright-core'

/** Waits until the events of all that was requested before have arrived: the browser replies to this command after them. */
export async function flushEvents(session: CDPSession): Promise<void> {
  await session.send('Page.getFrameTree')
}
