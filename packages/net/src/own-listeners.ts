import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { canonicalAddress } from './address-policy.ts'
import { hostName } from './host-name.ts'

interface Listener {
  host: string
  port: number
}

/** Listening on one of them means on every address of this machine; dialling one reaches this machine. */
const WILDCARDS = new Set(['0.0.0.0', '::'])

/**
 * Guards the services' own listeners, which no allowed range may open. The result says whether dialling this address and
 * port would reach one of them.
 * @param entries `host:port` each. A wildcard address means every address of this machine, all of 127.0.0.0/8 among them;
 *   a name is resolved when its port is asked for, and while it does not resolve it guards nothing.
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
    // What cannot be read might lead anywhere.
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

/** Interfaces name one loopback address, but the whole range arrives. */
function isThisMachine(dialled: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))
  return dialled === '::1' || dialled.startsWith('127.') || own.map(canonicalAddress).includes(dialled)
}

function parseListener(entry: string): Listener {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  if (!host || !port) {
    throw new Error(`"${entry}" is not a listener's host:port.`)
  }
  return { host: hostName(host), port: Number(port) }
}
