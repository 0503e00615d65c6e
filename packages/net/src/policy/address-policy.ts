// The only place that decides which IP addresses are public. The denied ranges are the union of those that Smokescreen, Svix, Gotenberg
// and imgproxy deny; NAT64 addresses around a public IPv4 address, on which they disagree, are denied.
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network and the length of its prefix in bits. */
export type AddressRange = readonly [network: Address, prefixBits: number]

const DENIED_IPV4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's metadata and wire server
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

// All other IPv6 addresses are denied: ::/96, 64:ff9b::/96 and 64:ff9b:1::/48 (NAT64), 100::/64, 5f00::/16, fc00::/7,
// fe80::/10, fec0::/10, ff00::/8, and all unassigned ranges.
const GLOBAL_UNICAST_IPV6 = ranges(['2000::/3'])
const DENIED_IPV6 = ranges([
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
])

/**
 * Returns whether an address may be dialled: it is public and not this machine's own, or in a range that the operator allowed.
 * @param address An IPv4 or IPv6 literal without brackets; all other texts, and zone identifiers, are refused.
 * @param own The canonical addresses of this machine.
 */
export function mayDial(
  address: string,
  allowed: readonly AddressRange[],
  own: ReadonlySet<string> = new Set(),
): boolean {
  const ip = parseIp(address)
  return ip !== undefined && (isIn(ip, allowed) || (isPublic(ip) && !own.has(ip.toString())))
}

/** Returns whether a text is an address in one of the ranges. */
export function isAllowedAddress(address: string, allowed: readonly AddressRange[]): boolean {
  const ip = parseIp(address)
  return ip !== undefined && isIn(ip, allowed)
}

/** Parses a CIDR or a single address; returns undefined for all other texts. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const ip = parseAsWritten(address)
  const widthBits = ip?.kind() === 'ipv4' ? 32 : 128
  const prefixBits = bits === undefined ? widthBits : Number(bits)
  if (!ip || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || prefixBits > widthBits)
    return undefined
  const inner = prefixBits >= 96 ? unwrap(ip) : ip
  return inner === ip ? [ip, prefixBits] : [inner, prefixBits - 96]
}

/** Returns the canonical form of an address, with IPv4-mapped IPv6 as IPv4; undefined when the text is not an address. */
export function canonicalAddress(address: string): string | undefined {
  return parseIp(address)?.toString()
}

function parseIp(address: string): Address | undefined {
  const ip = parseAsWritten(address)
  return ip && unwrap(ip)
}

/** Parses an address; one that is IPv4-mapped stays IPv6. Returns undefined for all other texts. */
export function parseAsWritten(address: string): Address | undefined {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address)
  // ipaddr.js takes the v4-compatible `::8.8.8.8` for v4-mapped; the URL parser writes it in hexadecimal and refuses zones.
  const url = isIPv6(address) ? URL.parse(`http://[${address}]`) : null
  return url ? ipaddr.IPv6.parse(url.hostname.slice(1, -1)) : undefined
}

function unwrap(ip: Address): Address {
  return ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}

function isPublic(ip: Address): boolean {
  if (ip instanceof ipaddr.IPv4) return !isIn(ip, DENIED_IPV4)
  const tunnelled = isatapTarget(ip)
  return isIn(ip, GLOBAL_UNICAST_IPV6) && !isIn(ip, DENIED_IPV6) && (!tunnelled || isPublic(tunnelled))
}

/** Returns the IPv4 address inside the interface identifier `::(0|200):5efe:w.x.y.z` of RFC 5214. */
function isatapTarget(ip: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const isIsatap = (ip.parts[4] === 0 || ip.parts[4] === 0x200) && ip.parts[5] === 0x5efe
  return isIsatap ? new ipaddr.IPv4(ip.toByteArray().slice(12)) : undefined
}

function isIn(ip: Address, list: readonly AddressRange[]): boolean {
  return list.some(([network, prefixBits]) => ip.kind() === network.kind() && ip.match(network, prefixBits))
}

function ranges(texts: readonly string[]): AddressRange[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}
