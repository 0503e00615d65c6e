import type { CDPSession } from 'playwright-core'
import { settlesWithin } from '../settles.ts'
import type { Held } from './intercept.ts'

/** Who made a request. */
export interface Maker {
  isScript: boolean
  /** Address of the document that it is for. */
  documentUrl: string
}

const TIMEOUT_MS = 1000

/**
 * Follows who makes the requests of a page from now on. The page tells of each of them shortly before or after it is
 * held: undefined when it does not, as for those of workers.
 */
export async function followMakers(session: CDPSession): Promise<(held: Held) => Promise<Maker | undefined>> {
  const makers = new Map<string, PromiseWithResolvers<Maker>>()
  const makerOf = (id: string): PromiseWithResolvers<Maker> => {
    const known = makers.get(id) ?? Promise.withResolvers<Maker>()
    makers.set(id, known)
    return known
  }
  session.on('Network.requestWillBeSent', ({ requestId, initiator, documentURL }) =>
    makerOf(requestId).resolve({ isScript: initiator.type === 'script', documentUrl: documentURL }),
  )
  await session.send('Network.enable')
  // Pictures are asked for a moment after the script that adds them.
  await session.send('Runtime.enable')
  await session.send('Runtime.setAsyncCallStackDepth', { maxDepth: 1 })

  return async ({ networkId }) => {
    if (networkId === undefined) return undefined
    const { promise } = makerOf(networkId)
    return (await settlesWithin(promise, TIMEOUT_MS)) ? promise : undefined
  }
}
