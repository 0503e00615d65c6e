import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** An address that clients can connect to. */
export interface BoundListener {
  /** `socks5://<address>:<port>` */
  url: string
  /** Stops accepting connections; resolves when the existing ones have ended. */
  close: () => Promise<unknown>
}

/** Binds a new address and passes its connections to `serve`. */
export type ListenerFactory = (serve: (client: Socket) => void) => Promise<BoundListener>

/** Binds a port of 127.0.0.1 per listener. */
export const portPerListener: ListenerFactory = async (serve) => {
  const server = createServer({ noDelay: true, allowHalfOpen: true }, serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      const closed = once(server, 'close')
      server.close()
      return closed
    },
  }
}

/** The addresses of listeners are the /10 below this one: 127.64.0.0 to 127.127.255.255. */
const FIRST_ADDRESS = 127 * 2 ** 24 + 64 * 2 ** 16
const ADDRESSES = 2 ** 22

/**
 * Gives each listener a random address of its own, so that no address tells another. One server in a network namespace,
 * listening on all addresses there, accepts the connections of all of them.
 */
export function addressPerListener(server: Server): ListenerFactory {
  const { port } = server.address() as AddressInfo
  const listeners = new Map<string | undefined, (client: Socket) => void>()
  server.on('connection', (client: Socket) => {
    client.allowHalfOpen = true
    client.setNoDelay(true)
    const serve = listeners.get(client.localAddress)
    if (serve) serve(client)
    else client.destroy()
  })

  function freeAddress(): string {
    const address = toText(FIRST_ADDRESS + randomInt(ADDRESSES))
    return listeners.has(address) ? freeAddress() : address
  }

  return async (serve) => {
    const address = freeAddress()
    listeners.set(address, serve)
    return { url: `socks5://${address}:${port}`, close: async () => listeners.delete(address) }
  }
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
}
