import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import type { ServerResponse } from 'node:http'
import { failure, picture, timeout, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Attack, type Siege } from './hostile/outlive.ts'

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = await startSiege()
  origin = await listenOn(ORIGIN_HOST, (req, res) => answers[req.url!.slice(1)]?.[0](res))
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

const CHUNK = Buffer.alloc(256 * 1024, '<!-- nothing to see -->')
const html = { 'content-type': 'text/html' }
const refused = failure('NavigationError')

const answers: Record<string, [answer: (res: ServerResponse) => void, outcome: Outcome]> = {
  'nothing-ever': [() => undefined, timeout],
  'drips-its-head': [(res) => drip(res.socket!, 'HTTP/1.1 200 OK\r\nx-slow: '), timeout],
  'drips-its-body': [(res) => drip(res.writeHead(200, html), '<!doctype html>'), timeout],
  'a-download-of-4-gigabytes': [
    (res) => pour(res.writeHead(200, { 'content-type': 'application/octet-stream' })),
    refused,
  ],
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

test('the engine survives addresses that answer late, too much, too little or another protocol, all of them together', () => {
  const large = `<!doctype html><img src="${origin.url}/a-download-of-4-gigabytes"><p>x`
  const attacks = Object.entries(answers).map(([path, [, outcome]]): Attack => [
    { url: `${origin.url}/${path}` },
    outcome,
  ])
  return outlive(siege, ...attacks, [{ html: large }, picture])
})

/** Raw responses that the browser refuses or shows at once. */
const lines: Record<string, [answer: string, outcome: Outcome]> = {
  'a status of no content': ['HTTP/1.1 204 No Content\r\n\r\n', refused],
  'a status of content to reset': ['HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', refused],
  'not modified to an unconditional request': ['HTTP/1.1 304 Not Modified\r\n\r\n', refused],
  // The browser accepts any status line.
  'an invalid status line': ['HTTP/1.1 what?\r\ncontent-type: text/html\r\n\r\n<p>x', picture],
  'in the manner of HTTP/0.9': ['<!doctype html><p>x', refused],
  'a header of a megabyte': [`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(1024 ** 2)}\r\n\r\n`, refused],
  '10 000 headers': [
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}content-type: text/html\r\n\r\nx`,
    picture,
  ],
  '20 000 longer headers': [
    `HTTP/1.1 200 OK\r\n${'x-many: value of some length\r\n'.repeat(20_000)}\r\nx`,
    refused,
  ],
  'an attachment': [
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-disposition: attachment; filename=x.exe\r\n\r\nx',
    refused,
  ],
  'no HTTP': ['\0\u0001\u0002 hello\r\n\r\n', refused],
  'more than promised': [
    `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 9\r\n\r\n${'x'.repeat(1e5)}`,
    picture,
  ],
}
test('renders of raw and invalid responses fail or succeed as expected', async () => {
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    res.socket!.end(lines[decodeURIComponent(req.url!.slice(1))]![0])
  })
  const urls = Object.keys(lines).map((name) => `${site.url}/${encodeURIComponent(name)}`)
  const results = await Promise.allSettled(urls.map((url) => siege.engine.make({ url })))
  for (const [index, [name, [, { ended }]]] of Object.entries(lines).entries())
    expect({ name, ...results[index] }).toMatchObject({ name, ...ended })
})

/** Writes one byte from time to time and never ends. */
function drip(to: NodeJS.WritableStream, first: string): void {
  to.write(first)
  const timer = setInterval(() => to.write('x'), 300)
  to.once('close', () => clearInterval(timer))
  to.on('error', () => undefined)
}

/** Writes as much as the reader accepts. */
function pour(to: NodeJS.WritableStream): void {
  const more = (): void => void (to.write(CHUNK) ? setImmediate(more) : to.once('drain', more))
  to.on('error', () => undefined)
  more()
}
