import { goesThrough, type ProxyRoute } from '@render/net'

/** Selects the requests that go through an upstream proxy: those that match any rule, and all when there is none. */
export interface SplitRules {
  /** Hosts in the form of `ProxyRoute`. */
  hosts?: string[]
  /** Types of requests in the form of `ResourceTypes`. */
  resourceTypes?: string[]
}

/** Selects requests that take another route than the page's own connections. */
export interface SplitTunnel {
  takes(resourceType: string, host: string): boolean
  /** The route of these requests; direct to the hosts when undefined. */
  route?: ProxyRoute
}

export interface TrafficRoutes {
  /** The route of the page's own connections; all direct when undefined. */
  route?: ProxyRoute
  splitTunnel?: SplitTunnel
}

/**
 * Divides a page's requests among the upstream proxy and direct connections. Each connection can be routed by its host, but
 * not by the type of the request, because the browser has one proxy for all types: it takes the route of documents, and the
 * types with the other route use the split tunnel.
 */
export function splitTraffic(through: ProxyRoute, { hosts, resourceTypes }: SplitRules): TrafficRoutes {
  if (!resourceTypes) return { route: { ...through, hosts } }
  const isNamed = (host: string): boolean => hosts !== undefined && goesThrough({ ...through, hosts }, host)
  if (resourceTypes.includes('document'))
    return {
      route: through,
      splitTunnel: { takes: (type, host) => !resourceTypes.includes(type) && !isNamed(host) },
    }
  return {
    ...(hosts && { route: { ...through, hosts } }),
    splitTunnel: { takes: (type, host) => resourceTypes.includes(type) && !isNamed(host), route: through },
  }
}
