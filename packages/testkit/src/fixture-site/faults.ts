import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { page } from './fixture.ts'

type Fault = (res: ServerResponse, req: IncomingMessage) => void

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const RED = page('body { background: #f00 }')
const GREEN = page('body { background: #0f0 }')
const BLUE = page('body { background: #00f }')

/**
 * Statement that blocks the thread of a page of this site without CPU time, as an endless loop would with it: a synchronous
 * request that is never answered.
 */
export const HANG =
  "const unanswered = new XMLHttpRequest(); unanswered.open('GET', '/never-answers', false); unanswered.send()"

/** Paths that misbehave below the level of a page, or that depend on the request. */
export const faults: Record<string, Fault> = {
  '/reset': (res) => (res.socket as Socket).resetAndDestroy(),
  '/empty': (res) => res.socket?.destroy(),
  '/never-answers': () => {},
  '/never-ends': (res) => {
    res.writeHead(200, HTML)
    res.write('<!doctype html><p>more to come')
  },
  '/not-http': (res) => res.socket?.end('this is not HTTP\r\n\r\n'),
  '/loops-forever': (res) => answer(res, page('', '<script>for (;;);</script>')),
  '/loops-after-load': (res) =>
    answer(res, page('', '<script>onload = () => setTimeout(() => { for (;;); }, 0)</script>')),
  '/hangs-forever': (res) => answer(res, page('', `<script>${HANG}</script>`)),
  '/hangs-after-load': (res) =>
    answer(res, page('', `<script>onload = () => setTimeout(() => { ${HANG} }, 0)</script>`)),
  '/download': (res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' })
    res.end('bytes')
  },
  '/archive': (res) => void res.writeHead(200, { 'content-type': 'application/zip' }).end('bytes'),
  '/redirect': (res) => void res.writeHead(302, { location: '/red' }).end(),
  '/redirect-loop': (res) => void res.writeHead(302, { location: '/redirect-loop' }).end(),
  '/no-content': (res) => void res.writeHead(204).end(),
  '/status-404': (res) => void res.writeHead(404, HTML).end(GREEN),
  '/status-500': (res) => void res.writeHead(500, HTML).end(BLUE),
  '/slow': (res) => void setTimeout(() => answer(res, RED), 1500),
  '/slow-style.css': (res) => {
    setTimeout(
      () => res.writeHead(200, { 'content-type': 'text/css' }).end('body { background: #00f }'),
      1500,
    )
  },
  '/sets-cookie': (res) => void res.writeHead(200, { ...HTML, 'set-cookie': 'visited=yes' }).end(RED),
  '/reads-cookie': (res, req) => answer(res, (req.headers.cookie ?? '').includes('visited') ? RED : GREEN),
}

function answer(res: ServerResponse, body: string): void {
  res.writeHead(200, HTML).end(body)
}
