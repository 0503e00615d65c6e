import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { parse } from 'tldts'
import { mayDial } from './address-policy.ts'
import { parseAllowList } from './allow-list.ts'
import { hostName } from './host-name.ts'
import { cacheLookups } from './lookup-cache.ts'
import { guardOwnListeners } from './own-listeners.ts'
import { mayDialPort, portOf } from './ports.ts'
import { createQuery, type Query } from './resolver.ts'

export interface EgressSettings {
  /** CIDRs, single addresses and exact host names that may be reached although they are not public. */
  allow: readonly string[]
  /** `host:port` of our own services: denied even inside an allowed range. */
  ownListeners?: readonly string[]
  /** `address:port` each; the system's resolver when empty. */
  dnsServers?: readonly string[]
  /** Replaces the resolver, for tests. */
  query?: Query
}

export interface Egress {
  /**
   * Judges an address before any work is done for it. A name that is undecided after `timeoutMs` passes: whoever dials it
   * decides by `resolve`.
   * @throws {RenderError} as `resolve` does.
   */
  check(url: URL, options: { timeoutMs: number; signal?: AbortSignal }): Promise<void>
  /**
   * The addresses of a host, every one of them checked, decided within 5 s. Dial these and no others (see
   * `pinnedLookup`): asking again could bring another answer.
   * @throws {RenderError} `InvalidURLExtensionError` for a name outside every top-level domain; `URLDoesNotResolveError`,
   *   the same for a name without address, a denied or partly denied one, a denied port, and silence of the servers, so
   *   that nobody learns of internal names.
   */
  resolve(host: string, port: number, signal?: AbortSignal): Promise<string[]>
}

const DECISION_TIMEOUT_MS = 5_000

/**
 * Which hosts our own processes may talk to on behalf of strangers.
 * @throws {Error} when a setting cannot be understood.
 */
export function createEgress(settings: EgressSettings): Egress {
  const allowed = parseAllowList(settings.allow)
  const lookUp = cacheLookups(settings.query ?? createQuery(settings.dnsServers ?? []))
  const isOwnListener = guardOwnListeners(settings.ownListeners ?? [], cacheLookups(createQuery([])))

  return {
    async check(url, { timeoutMs, signal }) {
      await within(decide(url.hostname, portOf(url)), timeoutMs, signal)
    },
    async resolve(host, port, signal) {
      const addresses = await within(decide(host, port), DECISION_TIMEOUT_MS, signal)
      if (!addresses) throw refusal('undecided')
      return addresses
    },
  }

  async function decide(hostText: string, port: number): Promise<string[]> {
    const host = hostName(hostText)
    const isNamed = allowed.names.has(host)
    if (!isNamed && !isIP(host)) judgeName(host)
    if (!mayDialPort(port)) throw refusal('port')
    const addresses = isIP(host) ? [host] : await addressesOf(host)
    for (const address of addresses) {
      if (!isNamed && !mayDial(address, allowed.ranges)) throw refusal('address')
      if (await isOwnListener(address, port)) throw refusal('own listener')
    }
    return addresses
  }

  async function addressesOf(host: string): Promise<string[]> {
    try {
      return await lookUp(host)
    } catch (error) {
      throw refusal(error)
    }
  }
}

function judgeName(host: string): void {
  const lastLabel = host.slice(host.lastIndexOf('.') + 1)
  if (lastLabel === 'localhost' || lastLabel === 'localdomain' || /^ip6-(?:localhost|loopback)$/.test(host))
    throw refusal('localhost')
  if (!lastLabel || !parse(`a.${lastLabel}`, { allowPrivateDomains: false }).isIcann)
    throw new RenderError('InvalidURLExtensionError')
}

/** One message for every reason; the cause is for our own log and names no address. */
function refusal(cause: unknown): RenderError {
  return new RenderError('URLDoesNotResolveError', { cause })
}

/** The result of the work, or undefined when the time is up first. */
async function within<T>(work: Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T | undefined> {
  const done = new AbortController()
  const giveUp = AbortSignal.any(signal ? [signal, done.signal] : [done.signal])
  try {
    return await Promise.race([work, sleep(timeoutMs, undefined, { signal: giveUp })])
  } finally {
    done.abort()
  }
}
