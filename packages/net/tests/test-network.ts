// A network for tests of clients: a name server, an allowed receiver, and a canary that must never be connected to.
import { once } from 'node:events'
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createEgress } from '../src/policy/egress-policy.ts'
import { createHttpClient, type HttpClient, type SendRequest } from '../src/client/http-client.ts'
import { startDnsServer } from '@render/testkit'

interface Received {
  request: IncomingMessage
  body: string
}

export type TestNetwork = Awaited<ReturnType<typeof startTestNetwork>>

/** The address of receivers; the canary is on 127.0.0.1. */
export const allowedHost = '127.0.1.1'

export async function startTestNetwork() {
  const open: (Server | TcpServer)[] = []
  /** The IPv4 addresses of names, one for each lookup in turn; other names do not exist. */
  const zone: Record<string, string[]> = {}
  const dns = await startDnsServer((name, type) => {
    const data = type === 'A' ? zone[name]?.shift() : undefined
    return data ? { records: [{ type: 'A', data }] } : { rcode: 3 }
  })
  const canary = { port: 0, connections: 0 }
  canary.port = await listen(
    createTcp((socket) => {
      canary.connections += 1
      // A proxy that is stopped resets its connections.
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    }),
    '127.0.0.1',
  )

  return { zone, dns, canary, listen, newClient, post, receiver, rawReceiver, [Symbol.asyncDispose]: dispose }

  function newClient(): HttpClient {
    return createHttpClient(createEgress({ allow: ['127.0.1.0/24'], dnsServers: [dns.address] }))
  }

  function post(address: string, request: Partial<SendRequest> = {}) {
    return newClient().post(new URL(address), requestOf(request))
  }

  /** Starts a receiver that stores its requests. */
  async function receiver(respond: RequestListener = (_request, response) => response.end()) {
    const received: Received[] = []
    const server = createHttp((request, response) => {
      void buffer(request).then((body) => {
        received.push({ request, body: body.toString() })
        respond(request, response)
      })
    })
    const port = await listen(server, allowedHost)
    return { url: `http://${allowedHost}:${port}/`, received }
  }

  /** Answers whatever `onRequest` writes; its address. */
  async function rawReceiver(onRequest: (socket: Socket) => void): Promise<string> {
    const server = createTcp((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => onRequest(socket))
    })
    return `http://${allowedHost}:${await listen(server, allowedHost)}/`
  }

  async function listen(server: Server | TcpServer, host: string): Promise<number> {
    open.push(server)
    server.listen(0, host)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function dispose(): Promise<void> {
    for (const server of open) {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
    await dns[Symbol.asyncDispose]()
  }
}

export function requestOf(request: Partial<SendRequest> = {}): SendRequest {
  return { headers: {}, body: '{}', timeoutMs: 10_000, ...request }
}
