import { settlesWithin } from '@render/async'
import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

/** The initiator of a request. */
export interface Initiator {
  isScript: boolean
  /** Address of the document that the request belongs to. */
  documentUrl: string
}

const TIMEOUT_MS = 1000

/**
 * Starts to track the initiators of a page's requests, and returns a function that finds that of a held request. The page
 * reports each request shortly before or after it is held. The function returns undefined when it does not, as for
 * requests of workers.
 */
export async function trackInitiators(
  session: CDPSession,
): Promise<(held: Held) => Promise<Initiator | undefined>> {
  const initiators = new Map<string, PromiseWithResolvers<Initiator>>()
  const initiatorOf = (id: string): PromiseWithResolvers<Initiator> => {
    const known = initiators.get(id) ?? Promise.withResolvers<Initiator>()
    initiators.set(id, known)
    return known
  }
  session.on('Network.requestWillBeSent', ({ requestId, initiator, documentURL }) => {
    const { resolve } = initiatorOf(requestId)
    // A preflight has the initiator of the request that it is for.
    if (initiator.requestId) resolve(initiatorOf(initiator.requestId).promise)
    else resolve({ isScript: initiator.type === 'script', documentUrl: documentURL })
  })
  await session.send('Network.enable')
  // A picture is requested shortly after the script that adds it has run, so its call stack is asynchronous.
  await session.send('Runtime.enable')
  await session.send('Runtime.setAsyncCallStackDepth', { maxDepth: 1 })

  return async ({ networkId }) => {
    if (networkId === undefined) return undefined
    const { promise } = initiatorOf(networkId)
    return (await settlesWithin(promise, TIMEOUT_MS)) ? promise : undefined
  }
}
