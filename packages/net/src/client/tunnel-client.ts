import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { allow, exchange, readBody, reasonOf, type FailureReason, type Message } from './exchange.ts'
import { hostName } from '../names/host-name.ts'
import { portOf } from '../policy/ports.ts'
import { connectUpstream } from '../proxy/connect-upstream.ts'
import { encrypt } from '../proxy/dial.ts'
import { parseUpstreamProxy } from '../proxy/upstream-proxy.ts'

export interface TunnelRequest extends Message {
  /** Maximum size of the response body, decompressed. */
  maxBytes: number
  signal: AbortSignal
}

export interface TunnelResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Decompressed. */
  body: Buffer
}

/** Sends requests of a page through its egress tunnel, which checks their addresses and counts their bytes. */
export interface TunnelClient {
  /** Redirects are not followed. Rejects only when `signal` aborts. */
  request(
    url: URL,
    request: TunnelRequest,
  ): Promise<TunnelResponse | { failure: FailureReason | 'too_large' }>
}

export interface TunnelClientSettings {
  /** URL of the tunnel. */
  url: string
  /** Requires valid certificates. */
  rejectUnauthorized: boolean
  /** Maximum size of all response bodies together, decompressed. */
  maxBytes: number
}

export function createTunnelClient({
  url: tunnelUrl,
  rejectUnauthorized,
  maxBytes: allBytes,
}: TunnelClientSettings): TunnelClient {
  const proxy = parseUpstreamProxy(tunnelUrl)!
  const mayRead = allow(allBytes)

  /** Makes a new connection for each request, because the tunnel checks connections. */
  async function connectTo(url: URL, signal: AbortSignal): Promise<Socket> {
    const host = hostName(url.hostname)
    const socket = connect({ ...proxy, noDelay: true })
    // Without a listener an error would end the process; it also ends the exchange below.
    socket.on('error', () => undefined)
    try {
      await once(socket, 'connect', { signal })
      const refusal = await connectUpstream(socket, proxy, { host, port: portOf(url) }, signal)
      if (refusal) throw new Error(`No connection was made: ${refusal}.`)
      return url.protocol === 'https:' ? await encrypt(socket, host, { signal, rejectUnauthorized }) : socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  return {
    async request(url, { method, headers, maxBytes, signal, body }) {
      try {
        const socket = await connectTo(url, signal)
        const connection = { createConnection: () => socket, decompress: true }
        const response = await exchange(url, { method, headers, body }, connection, signal)
        const read = await readBody(response, allow(maxBytes), mayRead)
        return read
          ? { status: response.status, headers: response.headers, body: read }
          : { failure: 'too_large' }
      } catch (error) {
        signal.throwIfAborted()
        return { failure: reasonOf(error, url) }
      }
    },
  }
}
