import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { allow, exchange, readBody, reasonOf, type FailureReason, type Message } from './exchange.ts'
import { hostName } from './host-name.ts'
import { portOf } from './ports.ts'
import { askUplink } from './proxy/ask-uplink.ts'
import { encrypt } from './proxy/dial.ts'
import { parseUplink } from './proxy/uplink.ts'

export interface WayRequest extends Message {
  /** Of the answer's body, unpacked. */
  maximumBytes: number
  signal: AbortSignal
}

export interface WayAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Unpacked, whatever `content-encoding` says. */
  body: Buffer
}

/** Sends requests of a page by a way out of its render: where they may go, and how much may pass, is decided there. */
export interface WayClient {
  /** Redirects are not followed. Rejects only when `signal` aborts. */
  ask(url: URL, request: WayRequest): Promise<WayAnswer | { failure: FailureReason | 'too_large' }>
}

export interface WayClientSettings {
  /** The address of a way out. */
  url: string
  /** Whether certificates must be right. */
  rejectUnauthorized: boolean
  /** Of all answers' bodies together, unpacked. */
  maximumBytes: number
}

export function createWayClient({
  url: way,
  rejectUnauthorized,
  maximumBytes: allBytes,
}: WayClientSettings): WayClient {
  const door = parseUplink(way)!
  const mayRead = allow(allBytes)

  /** Over a connection of its own, as the way decides anew for each. */
  async function connectTo(url: URL, signal: AbortSignal): Promise<Socket> {
    const host = hostName(url.hostname)
    const socket = connect({ ...door, noDelay: true })
    // What happens to it before somebody else listens ends the conversation anyway.
    socket.on('error', () => undefined)
    try {
      await once(socket, 'connect', { signal })
      const refusal = await askUplink(socket, door, { host, port: portOf(url) }, signal)
      if (refusal) throw new Error(`No connection was made: ${refusal}.`)
      return url.protocol === 'https:' ? await encrypt(socket, host, { signal, rejectUnauthorized }) : socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  return {
    async ask(url, { method, headers, maximumBytes, signal, body = bodyOf(method) }) {
      try {
        const socket = await connectTo(url, signal)
        const connection = { createConnection: () => socket, decompress: true }
        const answer = await exchange(url, { method, headers, body }, connection, signal)
        const read = await readBody(answer, allow(maximumBytes), mayRead)
        return read
          ? { status: answer.status, headers: answer.headers, body: read }
          : { failure: 'too_large' }
      } catch (error) {
        signal.throwIfAborted()
        return { failure: reasonOf(error, url) }
      }
    },
  }
}

/** Without one the client would wait for somebody to write it. */
function bodyOf(method: string): Buffer | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : Buffer.alloc(0)
}
