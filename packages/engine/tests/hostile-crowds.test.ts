import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import {
  leaveNothing,
  outlive,
  picture,
  pictureWith,
  startBesieged,
  type Outcome,
} from './hostile/outlive.ts'
import { GREEN } from './options/colours.ts'
import { page, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await startBesieged()
  const megabyte = Buffer.alloc(1024 ** 2, 'x')
  origin = await listenOn(ORIGIN_HOST, (req, res) => res.end(req.url === '/large' ? megabyte : ''))
})
afterAll(async () => {
  await leaveNothing(engine)
  await origin[Symbol.asyncDispose]()
})

const crowds: Record<string, [script: string, outcome: Outcome]> = {
  windows: ['for (let i = 0; i < 10; i++) open("about:blank", "w" + i)', picture],
  'windows over time': ['setInterval(() => open("about:blank"), 20)', picture],
  frames: ['for (let i = 0; i < 300; i++) document.body.append(document.createElement("iframe"))', picture],
  timers: ['for (let i = 0; i < 1e5; i++) setInterval(() => 0, 10)', picture],
  requests: ['for (let i = 0; i < 2000; i++) fetch("/" + i)', pictureWith('1500 files')],
  bytes: [
    'for (let i = 0; i < 200; i++) fetch("/large").then((answer) => answer.text())',
    pictureWith('loaded more than'),
  ],
}

test.each(Object.entries(crowds))('a page of many %s', (_name, [script, outcome]) => {
  const html = page('', `<script>${script}</script>`)
  return outlive(engine, { html, base_url: origin.url }, outcome)
})

test('a page that opens windows as it is clicked', async () => {
  const open = 'for (let i = 0; i < 10; i++) open("about:blank", "w" + i)'
  const html = page('', `<button onclick='${open}'>open</button>`)
  await outlive(engine, { html, click: ['button'] }, picture)
})

test('a page that opens a window gets none', async () => {
  const script = "document.body.style.background = open('/window') ? '#f00' : '#0f0'"
  const asked: string[] = []
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    asked.push(req.url!)
    res.setHeader('content-type', 'text/html').end(page('', `<script>${script}</script>`))
  })
  const { body } = await engine.make({ url: site.url })
  expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  expect(asked).toEqual(['/'])
})
