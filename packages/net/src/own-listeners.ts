import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { canonicalAddress } from './address-policy.ts'
import { hostName } from './host-name.ts'

interface Listener {
  host: string
  port: number
}

const wildcards = new Set(['0.0.0.0', '::'])

/**
 * Guards the services' own listeners, which no allowed range may open. The result says whether dialling this address and
 * port would reach one of them.
 * @param entries `host:port` each. A wildcard address means every address of this machine; a name is resolved when its
 *   port is asked for, and while it does not resolve it guards nothing.
 * @throws {Error} for an entry without host or port.
 */
export function guardOwnListeners(
  entries: readonly string[],
  resolve: (host: string) => Promise<string[]>,
): (address: string, port: number) => Promise<boolean> {
  const listeners = entries.map(parseListener)

  return async (address, port) => {
    const onPort = listeners.filter((listener) => listener.port === port)
    // Connecting to the unspecified address reaches whatever listens here.
    if (onPort.length === 0 || wildcards.has(address)) {
      return onPort.length > 0
    }
    const addresses = await Promise.all(onPort.map(({ host }) => addressesOf(host, resolve)))
    return addresses.flat().map(canonicalAddress).includes(canonicalAddress(address))
  }
}

async function addressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  if (wildcards.has(host)) {
    return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))
  }
  return isIP(host) ? [host] : resolve(host).catch(() => [])
}

function parseListener(entry: string): Listener {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  if (!host || !port) {
    throw new Error(`"${entry}" is not a listener's host:port.`)
  }
  return { host: hostName(host), port: Number(port) }
}
