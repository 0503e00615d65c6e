import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

const refused = new WeakMap<CDPSession, Set<string>>()

/** Returns whether a request, by its id in the protocol's `Network`, was refused. */
export function isRefused(session: CDPSession, networkId: string): boolean {
  return refused.get(session)?.has(networkId) ?? false
}

/** Fails a held request. A frame gets an empty response, because the browser would show an error page in it. */
export async function refuseRequest(
  session: CDPSession,
  { requestId, networkId, resourceType }: Held,
): Promise<void> {
  if (networkId !== undefined)
    refused.set(session, (refused.get(session) ?? new Set<string>()).add(networkId))
  if (resourceType === 'Document')
    await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
  else await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
}
