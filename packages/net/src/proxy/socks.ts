// The part of SOCKS 5 (RFC 1928) that browsers speak: no authentication, CONNECT only, names resolved by us.
import ipaddr from 'ipaddr.js'
import { once } from 'node:events'
import type { Socket } from 'node:net'

/** The host, a name or an address, and port that a client requests. */
export interface Destination {
  host: string
  port: number
}

const VERSION = 5
const NO_AUTHENTICATION = 0
const NO_METHOD = 0xff
const CONNECT = 1

/** Size of an address by its type; undefined for a name, whose first byte is its length. */
const ADDRESS_BYTES: Record<number, number | undefined> = { 1: 4, 3: undefined, 4: 16 }

const replies = {
  granted: 0,
  failed: 1,
  forbidden: 2,
  unreachable: 4,
  refused: 5,
  notSupported: 7,
} as const
export type Reply = keyof typeof replies

/** Reads greeting and request. Answers a client that does not speak this protocol, and returns undefined. */
export async function readDestination(socket: Socket, signal: AbortSignal): Promise<Destination | undefined> {
  const take = (bytes: number) => takeBytes(socket, bytes, signal)
  const [version, methods] = await take(2)
  if (version !== VERSION) {
    socket.end()
    return undefined
  }
  if (!(await take(methods!)).includes(NO_AUTHENTICATION)) {
    socket.end(Buffer.from([VERSION, NO_METHOD]))
    return undefined
  }
  socket.write(Buffer.from([VERSION, NO_AUTHENTICATION]))

  const [, command, , kind = 0] = await take(4)
  if (command !== CONNECT || !(kind in ADDRESS_BYTES)) {
    sendReply(socket, 'notSupported')
    return undefined
  }
  const bytes = ADDRESS_BYTES[kind] ?? (await take(1))[0]!
  const address = await take(bytes)
  const port = (await take(2)).readUInt16BE()
  const host = kind === 3 ? address.toString('latin1') : ipaddr.fromByteArray([...address]).toString()
  return { host, port }
}

/** Sends a reply; all except `granted` end the connection. */
export function sendReply(socket: Socket, reply: Reply): void {
  const message = Buffer.from([VERSION, replies[reply], 0, 1, 0, 0, 0, 0, 0, 0])
  if (reply === 'granted') socket.write(message)
  else socket.end(message)
}

/**
 * Reads exactly this many bytes.
 * @throws {Error} when the connection ends, or the signal aborts, before that.
 */
export async function takeBytes(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0)
  for (;;) {
    const taken = socket.read(bytes) as Buffer | null
    if (taken?.length === bytes) return taken
    if (taken || socket.readableEnded || socket.destroyed) throw new Error('The connection ended early.')
    await once(socket, 'readable', { signal })
  }
}
