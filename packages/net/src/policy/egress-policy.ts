import { isIP } from 'node:net'
import { withTimeout } from '@render/async'
import { RenderError } from '@render/errors'
import { parse } from 'tldts'
import { isAllowedAddress, mayDial } from './address-policy.ts'
import { parseAllowList } from './allow-list.ts'
import { hostName } from '../names/host-name.ts'
import { cacheLookups } from '../names/lookup-cache.ts'
import { watchOwnAddresses, type Interfaces } from './own-addresses.ts'
import { guardOwnListeners } from './own-listeners.ts'
import { mayDialPort, portOf } from './ports.ts'
import { createQuery, queryTrusted, UnansweredError, type Query } from '../names/resolver.ts'

export interface EgressSettings {
  /** CIDRs, single addresses and exact host names that may be reached although they are not public. */
  allow: readonly string[]
  /** `host:port` of our own services: denied even inside an allowed range. */
  ownListeners?: readonly string[]
  /** Addresses of the machine that are not of its interfaces: denied like those. */
  hostAddresses?: readonly string[]
  /** `address:port` each; the system's DNS servers when empty. */
  dnsServers?: readonly string[]
  /** Replaces the resolver in tests. */
  query?: Query
  /** Replaces the machine's interfaces in tests. */
  interfaces?: Interfaces
}

export interface Egress {
  /**
   * Checks an address before any work is done for it. A name that is not decided within `timeoutMs` passes, because
   * `resolve` decides again before it is dialled.
   * @throws {RenderError} as `resolve` does.
   */
  check(url: URL, options: { timeoutMs: number; signal?: AbortSignal }): Promise<void>
  /**
   * Returns the addresses of a host, all of them checked, within 5 s. Dial only these (see `pinnedLookup`): a second
   * lookup could give others.
   * @throws {RenderError} `InvalidURLExtensionError` for a name outside every top-level domain; `URLDoesNotResolveError`,
   *   for a name without addresses, a name with any denied address and a denied port. It is the same error for all, so that
   *   callers cannot probe internal names. `ServiceUnavailable` when the DNS servers do not answer in time.
   */
  resolve(host: string, port: number, signal?: AbortSignal): Promise<string[]>
  /** Returns whether the operator allowed the host of an address, by its name or as an IP address. */
  isAllowed(url: URL): boolean
}

const DECISION_TIMEOUT_MS = 5_000

/**
 * Creates the policy that decides which hosts may be reached on behalf of callers and pages.
 * @throws {Error} when a setting is invalid.
 */
export function createEgress(settings: EgressSettings): Egress {
  const allowed = parseAllowList(settings.allow)
  const { dnsServers = [] } = settings
  const lookUp = cacheLookups(settings.query ?? createQuery(dnsServers))
  const isServed = settings.query !== undefined || dnsServers.length > 0
  const lookUpNamed = isServed ? lookUp : cacheLookups(queryTrusted)
  const ownAddresses = watchOwnAddresses(settings)
  const isOwnListener = guardOwnListeners(settings.ownListeners ?? [], cacheLookups(queryTrusted))

  return {
    async check(url, { timeoutMs, signal }) {
      const deciding = decide(url.hostname, portOf(url)).catch((error: unknown) => {
        if (!isUndecided(error)) throw error
      })
      await withTimeout(deciding, timeoutMs, () => undefined, signal)
    },
    async resolve(host, port, signal) {
      return withTimeout(decide(host, port), DECISION_TIMEOUT_MS, throwUndecided, signal)
    },
    isAllowed({ hostname }) {
      const host = hostName(hostname)
      return allowed.names.has(host) || isAllowedAddress(host, allowed.ranges)
    },
  }

  async function decide(hostText: string, port: number): Promise<string[]> {
    const host = hostName(hostText)
    const isNamed = allowed.names.has(host)
    if (!isNamed && !isIP(host)) judgeName(host)
    if (!mayDialPort(port)) throw refusal('port')
    const addresses = isIP(host) ? [host] : await addressesOf(host, isNamed ? lookUpNamed : lookUp)
    for (const address of addresses) {
      if (!isNamed && !mayDial(address, allowed.ranges, ownAddresses())) throw refusal('address')
      if (await isOwnListener(address, port)) throw refusal('own listener')
    }
    return addresses
  }

  async function addressesOf(host: string, query: (host: string) => Promise<string[]>): Promise<string[]> {
    try {
      return await query(host)
    } catch (error) {
      throw error instanceof UnansweredError ? undecided(error) : refusal(error)
    }
  }
}

/** Returns whether an error of `resolve` means that the name may be resolved later. */
export function isUndecided(error: unknown): boolean {
  return error instanceof RenderError && error.code === 'ServiceUnavailable'
}

function throwUndecided(): never {
  throw undecided('no decision in time')
}

function undecided(cause: unknown): RenderError {
  const message = 'The DNS servers did not resolve the host of the URL in time: try again shortly.'
  return new RenderError('ServiceUnavailable', { message, cause })
}

function judgeName(host: string): void {
  const lastLabel = host.slice(host.lastIndexOf('.') + 1)
  if (lastLabel === 'localhost' || lastLabel === 'localdomain' || /^ip6-(?:localhost|loopback)$/.test(host))
    throw refusal('localhost')
  if (!lastLabel || !parse(`a.${lastLabel}`, { allowPrivateDomains: false }).isIcann)
    throw new RenderError('InvalidURLExtensionError')
}

/** Uses one message for all reasons; the cause, which names no address, is for the log. */
function refusal(cause: unknown): RenderError {
  return new RenderError('URLDoesNotResolveError', { cause })
}
