import { goesThrough, type Route } from '@render/net'

/** Which requests go through another proxy: those that any of the rules is for, and all where there is none. */
export interface SplitRules {
  /** As `Route` has them. */
  hosts?: string[]
  /** As `RequestKinds` tells them. */
  kinds?: string[]
}

/** Requests that go another way than the page's own connections do. */
export interface Detour {
  takes(kind: string, host: string): boolean
  /** Where it leads; directly to the hosts when undefined. */
  route?: Route
}

export interface Ways {
  /** Of the page's own connections; all direct when undefined. */
  route?: Route
  detour?: Detour
}

/**
 * Shares out a page's requests. Hosts are told apart by whoever connects, kinds are not, as the browser has one way for
 * all: it takes that of documents, and the kinds that are to go the other way take the detour.
 */
export function splitWay(through: Route, { hosts, kinds }: SplitRules): Ways {
  if (!kinds) return { route: { ...through, hosts } }
  const isNamed = (host: string): boolean => hosts !== undefined && goesThrough({ ...through, hosts }, host)
  if (kinds.includes('document'))
    return {
      route: through,
      detour: { takes: (kind, host) => !kinds.includes(kind) && !isNamed(host) },
    }
  return {
    ...(hosts && { route: { ...through, hosts } }),
    detour: { takes: (kind, host) => kinds.includes(kind) && !isNamed(host), route: through },
  }
}
