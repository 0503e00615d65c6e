import { isIP } from 'node:net'
import { parseRange, type AddressRange } from './address-policy.ts'
import { hostName } from './host-name.ts'

/** The operator's exceptions from the address policy. */
export interface AllowList {
  ranges: readonly AddressRange[]
  /** Names in the form of `hostName`; a host must equal one of them. */
  names: ReadonlySet<string>
}

/**
 * Reads the entries of `EGRESS_ALLOW`: CIDRs, single addresses and exact host names.
 * @throws {Error} naming the first entry that is none of these.
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
        `EGRESS_ALLOW: "${entry}" is neither a CIDR, an address nor a host name (no scheme, port, path or wildcard).`,
      )
    }
  }
  return { ranges, names }
}

/** The host when the entry is nothing but one. */
function parseHost(entry: string): string | undefined {
  const isBare = /^[^\s/\\?#@:*[\]]+$/.test(entry)
  const url = isBare ? URL.parse(`http://${entry}/`) : null
  return url ? hostName(url.hostname) : undefined
}
