import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, nightly } from '@render/testkit'
import { picture, pictureWith, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'
import { GREEN } from './options/colours.ts'
import { page } from './test-engine.ts'

/** Fewer than by default, and more than any other page of this file makes. */
const MAX_REQUESTS = 300

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = await startSiege(undefined, {}, { requests: MAX_REQUESTS })
  const megabyte = Buffer.alloc(1024 ** 2, 'x')
  origin = await listenOn(ORIGIN_HOST, (req, res) => res.end(req.url === '/large' ? megabyte : ''))
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

/** Returns a script that sends requests, and marks the page when all have ended. */
function sendAll(count: number, request: string): string {
  return `Promise.allSettled(Array.from({ length: ${count} }, (_, at) => ${request}))
    .then(() => document.body.append(document.createElement('u')))`
}
/** The page is captured once its requests have ended. */
const ENDED = { wait_for: 'u', wait_timeout: 30_000 }

const crowds: Record<string, [script: string, outcome: Outcome, options?: GivenOptions]> = {
  windows: ['for (let i = 0; i < 10; i++) open("about:blank", "w" + i)', picture],
  frames: ['for (let i = 0; i < 100; i++) document.body.append(document.createElement("iframe"))', picture],
  requests: [sendAll(500, 'fetch("/" + at)'), pictureWith(`limit of ${MAX_REQUESTS}`), ENDED],
  bytes: [
    sendAll(200, 'fetch("/large").then((answer) => answer.text())'),
    pictureWith('exceeded the limit of'),
    ENDED,
  ],
  ...nightly({
    'windows over time': ['setInterval(() => open("about:blank"), 20)', picture],
    timers: ['for (let i = 0; i < 1e5; i++) setInterval(() => 0, 10)', picture],
  }),
}

test.each(Object.entries(crowds))(
  'the engine survives a page with many %s',
  (_name, [script, outcome, more]) => {
    const html = page('', `<script>${script}</script>`)
    return outlive(siege, [{ html, base_url: origin.url, ...more }, outcome])
  },
)

test('the engine survives a page that opens windows when it is clicked', async () => {
  const open = 'for (let i = 0; i < 10; i++) open("about:blank", "w" + i)'
  const html = page('', `<button onclick='${open}'>open</button>`)
  await outlive(siege, [{ html, click: ['button'] }, picture])
})

test('window.open returns null and requests nothing', async () => {
  const script = "document.body.style.background = open('/window') ? '#f00' : '#0f0'"
  const requested: string[] = []
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    requested.push(req.url!)
    res.setHeader('content-type', 'text/html').end(page('', `<script>${script}</script>`))
  })
  const { body } = await siege.engine.make({ url: site.url })
  expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  expect(requested).toEqual(['/'])
})
