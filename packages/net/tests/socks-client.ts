import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Asks a SOCKS 5 proxy for a connection; its reply, and the connection behind it. */
export async function connectThrough(
  proxy: string,
  host: string,
  port: number,
): Promise<{ reply: number; socket: Socket }> {
  const socket = await hello(proxy, Buffer.from([5, 1, 0]))
  await read(socket, 2)
  const name = Buffer.from(host, 'latin1')
  const target = Buffer.from([port >> 8, port & 255])
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, target]))
  const [, reply] = await read(socket, 10)
  return { reply: reply!, socket }
}

/** Connects and says something; errors of the connection are the reader's. */
export async function hello(proxy: string, bytes: Buffer): Promise<Socket> {
  const { hostname, port } = new URL(proxy)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** Reads the given number of bytes; returns fewer when the other side ends first. */
export async function read(socket: Socket, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let missing = bytes
  while (missing > 0 && !socket.readableEnded && !socket.destroyed) {
    const chunk = socket.read(Math.min(missing, socket.readableLength || 1)) as Buffer | null
    if (chunk) {
      chunks.push(chunk)
      missing -= chunk.length
    } else {
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]).catch(() => undefined)
    }
  }
  return Buffer.concat(chunks)
}
