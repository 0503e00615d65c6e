import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { keepFresh } from '../keep-fresh.ts'
import { canonicalAddress } from './address-policy.ts'

/** Reading the interfaces takes some 50 µs; an address that was added is denied after this time at the latest. */
const FRESH_MS = 1000

/** Returns the interfaces of this machine, as `os.networkInterfaces` does. */
export type Interfaces = () => NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address'>[]>

/**
 * Returns a function that returns the addresses of this machine's interfaces in canonical form. They may be public, but what
 * listens on them is dialled from inside and passes the provider's firewall.
 */
export function watchOwnAddresses(
  interfaces: Interfaces = networkInterfaces,
  now?: () => number,
): () => ReadonlySet<string> {
  const read = () => {
    const listed = Object.values(interfaces()).flatMap((list = []) => list.map(({ address }) => address))
    return new Set(listed.map((address) => canonicalAddress(address) ?? address))
  }
  return keepFresh(read, FRESH_MS, now)
}
