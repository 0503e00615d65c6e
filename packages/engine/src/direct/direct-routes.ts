import { intercept } from '../protocol/intercept.ts'
import { asPlaywrights, type DirectSession } from './direct-client.ts'

/** Ends a request that it gets, or leaves it held. */
type RouteHandler = (route: { abort: () => Promise<unknown> }) => void

export interface DirectRoutes {
  /** Holds every request from now on; the handler can only end them. */
  route: (pattern: '**', handler: RouteHandler) => Promise<void>
  /** Ends what `route` began with this handler. */
  unroute: (pattern: '**', handler: RouteHandler) => Promise<void>
}

const REFUSED = { errorReason: 'BlockedByClient' }

/** Creates the routes of a page that has these sessions. */
export function createRoutes(sessions: () => Iterable<DirectSession>): DirectRoutes {
  const stops = new Map<RouteHandler, Promise<(() => Promise<void>)[]>>()

  /** Holds the requests of a session. Returns a function that stops it. */
  function hold(session: DirectSession, handler: RouteHandler): Promise<() => Promise<void>> {
    return intercept({ session: asPlaywrights(session) }, [{ urlPattern: '*' }], ({ requestId }) => {
      handler({ abort: () => session.send('Fetch.failRequest', { requestId, ...REFUSED }) })
      return true
    })
  }

  return {
    async route(_, handler) {
      const holding = Promise.all(Array.from(sessions(), (session) => hold(session, handler)))
      stops.set(handler, holding)
      await holding
    },
    async unroute(_, handler) {
      const ends = await stops.get(handler)
      await Promise.all(ends?.map((end) => end()) ?? [])
    },
  }
}
