import dns from 'node:dns'
import { keepFresh } from '../keep-fresh.ts'
import { watchHostsFile } from './hosts-file.ts'
import type { Found } from './lookup-cache.ts'

/** Reports that no DNS server answered, so that the name may have addresses. */
export class UnansweredError extends Error {}

/** Codes of queries that no server answered. */
const UNANSWERED = new Set(['ETIMEOUT', 'ECONNREFUSED'])

/** Returns all IPv4 and IPv6 addresses of a name; rejects when there is none, with
 * `UnansweredError` when no server answered. */
export type Query = (host: string) => Promise<Found<string[]>>

/** Two tries of at most 2 s stay below the 5 s that a decision may take. */
const TRIES = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** Neither the hosts file nor the system's resolver gives a TTL. */
const UNKNOWN_TTL_MS = 10_000
/** A change of the system's DNS servers applies after this time at the latest. */
const SERVERS_FRESH_MS = 30_000

/**
 * Creates a query to the given DNS servers (`address:port` or `address`), or to the hosts file and the system's DNS servers
 * when there are none. Many slow names at once do not delay others, unlike those of `queryTrusted`.
 * @throws {Error} when a server is not an IP address.
 */
export function createQuery(servers: readonly string[]): Query {
  return servers.length > 0 ? queryServers(servers) : queryLikeSystem()
}

/**
 * Asks the system's resolver, which also knows search domains and other sources of names. It asks with one of a few threads
 * of the process, so it is only for names that the operator chose.
 */
export async function queryTrusted(host: string): Promise<Found<string[]>> {
  const answers = await dns.promises.lookup(host, { all: true, order: 'verbatim' })
  return { value: answers.map(({ address }) => address), ttlMs: UNKNOWN_TTL_MS }
}

function queryLikeSystem(): Query {
  const findInHosts = watchHostsFile()
  const resolver = keepFresh(() => new dns.promises.Resolver(TRIES), SERVERS_FRESH_MS)
  return async (host) => {
    const addresses = findInHosts(host)
    return addresses ? { value: addresses, ttlMs: UNKNOWN_TTL_MS } : ask(resolver(), host)
  }
}

function queryServers(servers: readonly string[]): Query {
  const resolver = new dns.promises.Resolver(TRIES)
  try {
    resolver.setServers(servers)
  } catch (cause) {
    throw new Error(
      `DNS_SERVERS: "${servers.join(',')}" must be a list of IP addresses, each with an optional port.`,
      { cause },
    )
  }
  return (host) => ask(resolver, host)
}

async function ask(resolver: dns.promises.Resolver, host: string): Promise<Found<string[]>> {
  const answers = await Promise.allSettled([
    resolver.resolve4(host, { ttl: true }),
    resolver.resolve6(host, { ttl: true }),
  ])
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (records.length === 0) {
    const causes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : undefined))
    const isUnanswered = causes.some((cause) => UNANSWERED.has((cause as { code?: string })?.code ?? ''))
    throw isUnanswered
      ? new UnansweredError('No DNS server answered.', { cause: causes })
      : new Error('The name has no address.', { cause: causes })
  }
  return {
    value: records.map(({ address }) => address),
    ttlMs: Math.min(...records.map(({ ttl }) => ttl)) * 1000,
  }
}
