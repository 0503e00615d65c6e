import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Target } from './vectors.ts'

const ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n'

/** Listens on forbidden addresses of this machine, by TCP and UDP, with a port of its own for each way to reach them. */
export async function startCanary() {
  const parts = new AsyncDisposableStack()
  /** The ways by which a connection or datagram arrived. */
  const heard = new Set<string>()

  /** Opens a port for a way and returns its address, with `host` as the spelling of this machine. */
  async function open(way: string, host = '127.0.0.1'): Promise<Target> {
    const listener = host.startsWith('[::1') ? '::1' : '127.0.0.1'
    const server = createServer((socket) => {
      heard.add(way)
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(ANSWER))
    })
    parts.defer(() => void server.close())
    const datagrams = createSocket(listener === '::1' ? 'udp6' : 'udp4', () => heard.add(way))
    parts.defer(() => void datagrams.close())
    const port = await listenByBoth(server, datagrams, listener)
    return { url: `http://${host}:${port}/`, at: `${host}:${port}` }
  }

  return { heard, open, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Listens by TCP and UDP and returns the port. One that is free for the first may be in use for the second: another is tried. */
async function listenByBoth(server: Server, datagrams: Socket, host: string): Promise<number> {
  for (;;) {
    server.listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    datagrams.bind(port, host)
    const bound = await once(datagrams, 'listening').catch((error: NodeJS.ErrnoException) => error)
    if (Array.isArray(bound)) return port
    if (bound.code !== 'EADDRINUSE') throw bound
    server.close()
    await once(server, 'close')
  }
}
