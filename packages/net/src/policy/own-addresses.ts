import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { keepFresh } from '../keep-fresh.ts'
import { canonicalAddress } from './address-policy.ts'

/** Reading the interfaces takes some 50 µs; an address that was added is denied after this time at the latest. */
const FRESH_MS = 1000

/** Returns the interfaces of this machine, as `os.networkInterfaces` does. */
export type Interfaces = () => NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address'>[]>

interface OwnAddressSettings {
  /** Addresses at which this machine is reached besides those of its interfaces, such as the host's of a container. */
  hostAddresses?: readonly string[]
  /** Replace the machine's interfaces and the clock in tests. */
  interfaces?: Interfaces
  now?: () => number
}

/**
 * Returns a function that returns the addresses of this machine in canonical form: those of its interfaces, and those of the
 * settings. They may be public, but what listens on them is dialled from inside and passes the provider's firewall.
 * @throws {Error} naming `HOST_ADDRESSES` when one of these is not an address.
 */
export function watchOwnAddresses({
  hostAddresses = [],
  interfaces = networkInterfaces,
  now,
}: OwnAddressSettings = {}): () => ReadonlySet<string> {
  const fixed = hostAddresses.map(parseHostAddress)
  const read = () => {
    const listed = Object.values(interfaces()).flatMap((list = []) => list.map(({ address }) => address))
    return new Set([...fixed, ...listed.map((address) => canonicalAddress(address) ?? address)])
  }
  return keepFresh(read, FRESH_MS, now)
}

function parseHostAddress(text: string): string {
  const address = canonicalAddress(text)
  if (address === undefined) throw new Error(`HOST_ADDRESSES: "${text}" must be an IP address.`)
  return address
}
