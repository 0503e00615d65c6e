import { parseUpstreamProxy } from '@render/net'

/** Proxies of the operator. Of several addresses each attempt uses one. */
export interface UpstreamProxies {
  /** Addresses by the name that callers use. */
  services: Record<string, readonly string[]>
  /** Addresses by `level`, and by `level/country`. */
  vantagePoints: Record<string, readonly string[]>
}

/**
 * Checks the operator's proxies and returns them.
 * @throws {Error} that names the invalid entry, without its addresses, because they contain passwords.
 */
export function checkUpstreamProxies(upstreamProxies: UpstreamProxies): UpstreamProxies {
  for (const [kind, entries] of Object.entries(upstreamProxies))
    for (const [name, addresses] of Object.entries(entries as Record<string, unknown>)) {
      const isValid =
        Array.isArray(addresses) &&
        addresses.length > 0 &&
        addresses.every((each) => parseUpstreamProxy(String(each)))
      if (!isValid)
        throw new Error(
          `${kind}: "${name}" must be a non-empty list of addresses of the form [scheme://][user:password@]host:port.`,
        )
    }
  return upstreamProxies
}
