import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerClientErrors, type RefuseRequest } from './answer-client-errors.ts'

export interface Listener extends AsyncDisposable {
  host: string
  port: number
  server: Server
}

export interface ListenSettings {
  /** Time for which requests are still accepted after disposing began, until load balancers have noticed. Default 0. */
  lameDuckMs?: number
  /** Time after that for responses under way, before they are cut. Default 25 s. */
  graceMs?: number
  /** Further connections are closed at once. Default: no limit. */
  maxConnections?: number
  /** Time in which a client has to take some bytes of a response that has begun. Default one minute. */
  stallMs?: number
  /** Size of the request line and the headers together. Default 16 kB. */
  maxHeadBytes?: number
  /** Size of the largest body. Default 1 MB. */
  maxBodyBytes?: number
  /** Makes the answer to a request that cannot be read. Default: the error envelope. */
  refuse?: RefuseRequest
  /** Second prefix that our headers are sent under; none when empty. */
  legacyPrefix?: string
  /** Optional; gets one line for each request that cannot be read. */
  log?: { info(details: object, message: string): void }
}

/** Time in which a request has to arrive, beside that of its body. */
const REQUEST_MS = 30_000
/** How often late requests are looked for. */
const CHECK_MS = 5000
/** 2 Mbit/s. */
const SLOWEST_BYTES_PER_MS = 250

/**
 * Listens, with time limits against slow clients. Disposing asks clients to close their connections, stops accepting, and
 * waits for responses under way.
 */
export async function listen(
  app: RequestListener,
  at: { host: string; port: number },
  settings: ListenSettings = {},
): Promise<Listener> {
  const {
    lameDuckMs = 0,
    graceMs = 25_000,
    maxConnections,
    stallMs = 60_000,
    maxHeadBytes,
    maxBodyBytes = 1024 ** 2,
  } = settings
  const underWay = new Set<ServerResponse>()
  let leaving = false

  const server = createServer(
    {
      headersTimeout: 10_000,
      connectionsCheckingInterval: CHECK_MS,
      requestTimeout: REQUEST_MS + Math.ceil(maxBodyBytes / SLOWEST_BYTES_PER_MS),
      keepAliveTimeout: 65_000,
      maxHeaderSize: maxHeadBytes,
    },
    (req, res) => {
      underWay.add(res)
      res.once('close', () => underWay.delete(res))
      // A response that began before the disposal announced keep-alive.
      res.once('finish', () => leaving && req.socket.end())
      if (leaving) res.setHeader('Connection', 'close')
      res.on('timeout', (socket: Socket) => (res.headersSent ? socket.destroy() : socket.setTimeout(stallMs)))
      app(req, res)
    },
  )
  server.setTimeout(stallMs)
  answerClientErrors(server, underWay, settings)
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(at.port, at.host, resolve)
  await promise
  const { port } = server.address() as AddressInfo

  async function close(): Promise<void> {
    leaving = true
    for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close')
    if (lameDuckMs > 0) await sleep(lameDuckMs)
    const closed = new Promise((done) => server.close(done))
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed.finally(() => clearTimeout(cut))
  }

  return { host: at.host, port, server, [Symbol.asyncDispose]: close }
}
