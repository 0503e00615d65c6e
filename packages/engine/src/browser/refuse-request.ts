import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

/** The protocol's id of the page's own frame. */
export async function mainFrameOf(session: CDPSession): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree')
  return frameTree.frame.id
}

/** Lets a held request fail. A frame gets nothing to show; the browser would fill it with an error. */
export async function refuseRequest(session: CDPSession, { requestId, resourceType }: Held): Promise<void> {
  if (resourceType === 'Document')
    await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
  else await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
}
