import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import type { ServerResponse } from 'node:http'
import { failure, leaveNothing, outlive, picture, startBesieged, type Outcome } from './hostile/outlive.ts'
import type { TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await startBesieged()
  origin = await listenOn(ORIGIN_HOST, (req, res) => answers[req.url!.slice(1)]?.[0](res))
})
afterAll(async () => {
  await leaveNothing(engine)
  await origin[Symbol.asyncDispose]()
})

const CHUNK = Buffer.alloc(256 * 1024, '<!-- nothing to see -->')
const html = { 'content-type': 'text/html' }
const timeout = failure('RenderTimeoutError')
const refused = failure('NavigationError')

const answers: Record<string, [answer: (res: ServerResponse) => void, outcome: Outcome]> = {
  'nothing-ever': [() => undefined, timeout],
  'drips-its-head': [(res) => drip(res.socket!, 'HTTP/1.1 200 OK\r\nx-slow: '), timeout],
  'drips-its-body': [(res) => drip(res.writeHead(200, html), '<!doctype html>'), timeout],
  'a-download-of-4-gigabytes': [
    (res) => pour(res.writeHead(200, { 'content-type': 'application/octet-stream' })),
    refused,
  ],
  'an-attachment': [
    (res) => res.writeHead(200, { ...html, 'content-disposition': 'attachment; filename=x.exe' }).end('x'),
    refused,
  ],
  'ten-thousand-headers': [
    (res) => res.socket!.end(`HTTP/1.1 200 OK\r\n${'x-many: value of some length\r\n'.repeat(20_000)}\r\nx`),
    refused,
  ],
  'no-http': [(res) => res.socket!.end('\0\u0001\u0002 hello\r\n\r\n'), refused],
  'less-than-promised': [
    (res) => {
      res.writeHead(200, { ...html, 'content-length': 1000 })
      res.write(`<!doctype html><body>${'cut off '.repeat(500)}`)
      setTimeout(() => res.destroy(), 100)
    },
    picture,
  ],
  'a-switch-of-protocol': [
    (res) => res.socket!.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'),
    timeout,
  ],
}

test.each(Object.entries(answers))(
  'an address that answers %s',
  (path, [, outcome]) => outlive(engine, { url: `${origin.url}/${path}` }, outcome),
  60_000,
)

test('a picture of 4 gigabytes', () => {
  const html = `<!doctype html><img src="${origin.url}/a-download-of-4-gigabytes"><p>x`
  return outlive(engine, { html }, picture)
}, 60_000)

/** A byte now and then, and never the last one. */
function drip(to: NodeJS.WritableStream, first: string): void {
  to.write(first)
  const timer = setInterval(() => to.write('x'), 300)
  to.once('close', () => clearInterval(timer))
  to.on('error', () => undefined)
}

/** As much as is taken. */
function pour(to: NodeJS.WritableStream): void {
  const more = (): void => void (to.write(CHUNK) ? setImmediate(more) : to.once('drain', more))
  to.on('error', () => undefined)
  more()
}
