// Serves the fixture site on addresses that test stacks are allowed to reach.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest } from '../fixture-site/answer-request.ts'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

export interface Origin extends AsyncDisposable {
  /** `http://127.0.1.1:<port>` */
  url: string
  port: number
  /** The same site at `http://127.0.1.2:<port>`: another origin. */
  otherUrl: string
  /** Requests to either address, in order of arrival. */
  seen: SeenRequest[]
}

/** Test origins listen on this address and the next one; both must be in the stack's EGRESS_ALLOW. */
export const ORIGIN_HOST = '127.0.1.1'
const OTHER_HOST = '127.0.1.2'

/**
 * Refuses every connection. No server takes a port below 1024 by chance, unlike an ephemeral port that was free a moment
 * ago. Chromium blocks the ports of many old protocols, but not this one.
 */
export const CLOSED_URL = `http://${ORIGIN_HOST}:2`

export async function startOrigin(): Promise<Origin> {
  const seen: SeenRequest[] = []
  const site = { otherUrl: '' }
  const handle: RequestListener = (req, res) => {
    const path = new URL(req.url!, 'http://origin').pathname
    seen.push({ method: req.method!, path, headers: req.headers })
    void answerRequest(req, res, path, site)
  }
  const [server, other] = await Promise.all([listenOn(ORIGIN_HOST, handle), listenOn(OTHER_HOST, handle)])
  site.otherUrl = other.url
  return {
    ...server,
    otherUrl: other.url,
    seen,
    async [Symbol.asyncDispose]() {
      await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
    },
  }
}

/** Listens on a free port; disposing closes every connection. */
export async function listenOn(host: string, handle: RequestListener) {
  const server = createServer(handle)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, host, resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
