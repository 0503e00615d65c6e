import { isIP } from 'node:net'
import { canonicalAddress } from './address-policy.ts'
import { hostName } from '../names/host-name.ts'
import { watchOwnAddresses } from './own-addresses.ts'

interface Listener {
  host: string
  port: number
}

/** A listener on one of these addresses listens on all addresses of this machine; dialling one reaches this machine. */
const WILDCARDS = new Set(['0.0.0.0', '::'])

const ownAddresses = watchOwnAddresses()

/**
 * Returns a function that checks whether an address and port reach one of our own listeners, which stay denied even if an
 * allowed range covers them.
 * @param entries `host:port` each. A wildcard address means all addresses of this machine, including 127.0.0.0/8; a name is
 *   resolved when its port is dialled, and denies nothing while it does not resolve.
 * @throws {Error} for an entry without host or port.
 */
export function guardOwnListeners(
  entries: readonly string[],
  resolve: (host: string) => Promise<string[]>,
): (address: string, port: number) => Promise<boolean> {
  const listeners = entries.map(parseListener)

  return async (address, port) => {
    const onPort = listeners.filter((listener) => listener.port === port)
    if (onPort.length === 0) return false
    const dialled = canonicalAddress(address)
    // An address that cannot be parsed could reach any host.
    if (!dialled || WILDCARDS.has(dialled)) return true
    const reached = await Promise.all(onPort.map(({ host }) => leadsTo(host, dialled, resolve)))
    return reached.includes(true)
  }
}

async function leadsTo(
  host: string,
  dialled: string,
  resolve: (host: string) => Promise<string[]>,
): Promise<boolean> {
  if (WILDCARDS.has(canonicalAddress(host) ?? host)) return isThisMachine(dialled)
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  return addresses.some((address) => canonicalAddress(address) === dialled)
}

/** Interfaces list one loopback address, but all of 127.0.0.0/8 reaches this machine. */
function isThisMachine(dialled: string): boolean {
  return dialled === '::1' || dialled.startsWith('127.') || ownAddresses().has(dialled)
}

function parseListener(entry: string): Listener {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  if (!host || !port) throw new Error(`OWN_LISTENERS: "${entry}" must be a listener's host:port.`)
  return { host: hostName(host), port: Number(port) }
}
