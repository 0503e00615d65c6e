import dns from 'node:dns'
import type { Found } from './lookup-cache.ts'

/** All IPv4 and IPv6 addresses of a name. Rejects when there is none, with whatever the system says of it. */
export type Query = (host: string) => Promise<Found<string[]>>

const SYSTEM_TTL_MS = 10_000

/**
 * Asks the given servers (`address:port` or `address`), or the system's resolver, which also knows the hosts file but
 * says nothing of lifetimes, when there are none.
 * @throws {Error} when a server is not an IP address.
 */
export function createQuery(servers: readonly string[]): Query {
  return servers.length > 0 ? queryServers(servers) : querySystem
}

async function querySystem(host: string): Promise<Found<string[]>> {
  const answers = await dns.promises.lookup(host, { all: true, order: 'verbatim' })
  return { value: answers.map(({ address }) => address), ttlMs: SYSTEM_TTL_MS }
}

function queryServers(servers: readonly string[]): Query {
  // Two tries of at most 2 s stay below the 5 s that a decision may take.
  const resolver = new dns.promises.Resolver({ timeout: 2_000, maxTimeout: 2_000, tries: 2 })
  try {
    resolver.setServers(servers)
  } catch (cause) {
    throw new Error(`DNS_SERVERS: "${servers.join(',')}" is not a list of IP addresses with ports.`, {
      cause,
    })
  }

  return async (host) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(host, { ttl: true }),
      resolver.resolve6(host, { ttl: true }),
    ])
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (records.length === 0) {
      throw new Error('The name has no address.', {
        cause: answers.map((answer) => (answer.status === 'rejected' ? answer.reason : undefined)),
      })
    }
    return {
      value: records.map(({ address }) => address),
      ttlMs: Math.min(...records.map(({ ttl }) => ttl)) * 1000,
    }
  }
}
