// The part of SOCKS 5 (RFC 1928) that browsers speak: no authentication, CONNECT only, names resolved by us.
import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Where a client wants to be connected to: a name or an address, as it was sent. */
export interface Destination {
  host: string
  port: number
}

const VERSION = 5
const NO_AUTHENTICATION = 0
const NO_METHOD = 0xff
const CONNECT = 1

/** How many bytes an address has; of a name its first byte tells. */
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

/** Reads the greeting and the request; undefined for what is no such client, which has then been told. */
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
  return { host: kind === 3 ? address.toString('latin1') : ipText(address), port }
}

/** Anything but `granted` ends the connection. */
export function sendReply(socket: Socket, reply: Reply): void {
  const message = Buffer.from([VERSION, replies[reply], 0, 1, 0, 0, 0, 0, 0, 0])
  if (reply === 'granted') socket.write(message)
  else socket.end(message)
}

/**
 * The next so many bytes.
 * @throws {Error} when the other side leaves, or the signal comes, before they are there.
 */
export async function takeBytes(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0)
  for (;;) {
    const taken = socket.read(bytes) as Buffer | null
    if (taken?.length === bytes) return taken
    if (taken || socket.readableEnded || socket.destroyed) throw new Error('The other side left.')
    await once(socket, 'readable', { signal })
  }
}

function ipText(address: Buffer): string {
  if (address.length === 4) return address.join('.')
  return address.toString('hex').match(/.{4}/g)!.join(':')
}
