// A web site with pages of known geometry and known faults, on an address that test stacks allow.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pages } from './pages.ts'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

export interface Origin extends AsyncDisposable {
  /** `http://127.0.1.1:<port>` */
  url: string
  port: number
  /** Requests in the order they came. */
  seen: SeenRequest[]
}

/** Tests' own origins live here; the address must be in the stack's EGRESS_ALLOW. */
export const ORIGIN_HOST = '127.0.1.1'

type Fault = (res: ServerResponse, req: IncomingMessage) => void

/** Paths that misbehave below the level of a page. */
const faults: Record<string, Fault> = {
  '/reset': (res) => (res.socket as Socket).resetAndDestroy(),
  '/empty': (res) => res.socket?.destroy(),
  '/never-answers': () => {},
  '/never-ends': (res) => {
    res.writeHead(200, { 'content-type': 'text/html' })
    res.write('<!doctype html><p>more to come')
  },
  '/not-http': (res) => res.socket?.end('this is not HTTP\r\n\r\n'),
  '/download': (res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' })
    res.end('bytes')
  },
  '/archive': (res) => void res.writeHead(200, { 'content-type': 'application/zip' }).end('bytes'),
  '/redirect': (res) => void res.writeHead(302, { location: '/red' }).end(),
  '/redirect-loop': (res) => void res.writeHead(302, { location: '/redirect-loop' }).end(),
  '/no-content': (res) => void res.writeHead(204).end(),
  '/status-404': (res) => void res.writeHead(404, { 'content-type': 'text/html' }).end(pages['/green']),
  '/status-500': (res) => void res.writeHead(500, { 'content-type': 'text/html' }).end(pages['/blue']),
  '/slow': (res) => answerLater(res, 1500, 'text/html', pages['/red']!),
  '/slow-style.css': (res) => answerLater(res, 1500, 'text/css', 'body { background: #00f }'),
  '/sets-cookie': (res) => {
    res.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visited=yes' }).end(pages['/red'])
  },
  '/reads-cookie': (res, req) => {
    const seen = (req.headers.cookie ?? '').includes('visited')
    res.writeHead(200, { 'content-type': 'text/html' }).end(pages[seen ? '/red' : '/green'])
  },
}

export async function startOrigin(): Promise<Origin> {
  const seen: SeenRequest[] = []
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    const path = new URL(req.url!, 'http://origin').pathname
    seen.push({ method: req.method!, path, headers: req.headers })
    const page = pages[path]
    if (page !== undefined) res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else if (faults[path]) faults[path](res, req)
    else res.writeHead(404).end()
  })
  return { ...server, seen }
}

/** Listens on a free port; disposing cuts every connection. */
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

function answerLater(res: ServerResponse, ms: number, type: string, body: string): void {
  setTimeout(() => res.writeHead(200, { 'content-type': type }).end(body), ms)
}
