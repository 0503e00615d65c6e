import { parseUplink } from '@render/net'

/** Proxies of the operator. Where there are several addresses, each attempt takes one of them. */
export interface Uplinks {
  /** By the name that callers use. */
  services: Record<string, readonly string[]>
  /** By `level`, and by `level/country`. */
  vantagePoints: Record<string, readonly string[]>
}

/**
 * Checks what an operator wrote.
 * @throws {Error} naming the entry that is wrong, without its addresses: they hold passwords.
 */
export function checkUplinks(uplinks: Uplinks): Uplinks {
  for (const [kind, entries] of Object.entries(uplinks))
    for (const [name, addresses] of Object.entries(entries as Record<string, unknown>)) {
      const isRight =
        Array.isArray(addresses) &&
        addresses.length > 0 &&
        addresses.every((each) => parseUplink(String(each)))
      if (!isRight)
        throw new Error(`${kind}: "${name}" must be a list of [scheme://][user:password@]host:port.`)
    }
  return uplinks
}
