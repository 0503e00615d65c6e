import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
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
    server.listen(0, listener)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const datagrams = createSocket(listener === '::1' ? 'udp6' : 'udp4', () => heard.add(way))
    parts.defer(() => void datagrams.close())
    datagrams.bind(port, listener)
    await once(datagrams, 'listening')
    return { url: `http://${host}:${port}/`, at: `${host}:${port}` }
  }

  return { heard, open, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}
