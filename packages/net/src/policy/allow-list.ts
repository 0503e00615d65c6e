import { isIP } from 'node:net'
import { parseRange, type AddressRange } from './address-policy.ts'
import { hostName } from '../names/host-name.ts'

/** Addresses and names that the operator allows although they are not public. */
export interface AllowList {
  ranges: readonly AddressRange[]
  /** In the form of `hostName`; a host must equal one of them. */
  names: ReadonlySet<string>
}

/**
 * Parses the entries of `EGRESS_ALLOW`: CIDRs, single addresses and exact host names.
 * @throws {Error} that names the first invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const ranges: AddressRange[] = []
  const names = new Set<string>()
  for (const entry of entries.map((text) => text.trim()).filter(Boolean)) {
    const host = parseHost(entry)
    const range = parseRange(host ?? entry)
    if (range) {
      ranges.push(range)
    } else if (host && !isIP(host)) {
      names.add(host)
    } else {
      throw new Error(
        `EGRESS_ALLOW: "${entry}" must be a CIDR, an IP address or a host name, without scheme, port, path or wildcard.`,
      )
    }
  }
  return { ranges, names }
}

/** Returns the host if the entry consists of nothing else. */
function parseHost(entry: string): string | undefined {
  const isBare = /^[^\s/\\?#@:*[\]]+$/.test(entry)
  const url = isBare ? URL.parse(`http://${entry}/`) : null
  return url ? hostName(url.hostname) : undefined
}
