import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Where the clients of one door connect to. */
export interface Place {
  /** `socks5://<address>:<port>` */
  url: string
  /** Connections that were made before stay open, and it resolves when they have ended too. */
  close: () => Promise<unknown>
}

/** Makes a place for a door, which is given its connections. */
export type Entrance = (serve: (client: Socket) => void) => Promise<Place>

/** Every door has a port of this machine. */
export const ownPort: Entrance = async (serve) => {
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

/**
 * All doors share a listener in a network namespace that hears every address there; each has one of its own below 127.64.
 */
export function ownAddress(listener: Server): Entrance {
  const { port } = listener.address() as AddressInfo
  const doors = new Map<string | undefined, (client: Socket) => void>()
  let last = 0
  listener.on('connection', (client: Socket) => {
    client.allowHalfOpen = true
    client.setNoDelay(true)
    const serve = doors.get(client.localAddress)
    if (serve) serve(client)
    else client.destroy()
  })

  function freeAddress(): string {
    last = (last + 1) % 2 ** 16
    const address = `127.64.${last >> 8}.${last & 255}`
    return doors.has(address) ? freeAddress() : address
  }

  return async (serve) => {
    const address = freeAddress()
    doors.set(address, serve)
    return { url: `socks5://${address}:${port}`, close: async () => doors.delete(address) }
  }
}
