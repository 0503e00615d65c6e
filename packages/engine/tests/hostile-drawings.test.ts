import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  listenOn,
  APPEND_ON_RESPONSE,
  ORIGIN_HOST,
  readPicture,
  startHeldSite,
  nightly,
} from '@render/testkit'
import type { GivenOptions } from '@render/options'
import { picture, pictureWith, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'
import { longGif, widePng } from './hostile/picture-bombs.ts'
import { ownProcesses } from './own-processes.ts'
import { page } from './test-engine.ts'

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = await startSiege()
  const files: Record<string, [type: string, body: Buffer]> = {
    '/wide.png': ['image/png', await widePng(30_000, 30_000)],
    '/long.gif': ['image/gif', longGif(10_000)],
  }
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const [type, body] = files[req.url!] ?? ['text/plain', '']
    res.setHeader('content-type', type).end(body)
  })
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

const growing = page(
  'p { height: 2000px }',
  "<p>x<script>onscroll = () => { for (let i = 0; i < 9; i++) document.body.append(document.createElement('p')) }</script>",
)

const drawings: Record<string, [options: () => GivenOptions, outcome: Outcome]> = {
  'blurs over blurs': [
    () => ({
      html: page(
        'div { position: absolute; inset: 0; filter: blur(90px) drop-shadow(0 0 90px red); backdrop-filter: blur(90px); background: #00f1 }',
        '<div>'.repeat(200),
      ),
    }),
    picture,
  ],
  'a wide picture': [() => ({ html: page('', `<img src="${origin.url}/wide.png">`) }), picture],
  'a long animation': [() => ({ html: page('', `<img src="${origin.url}/long.gif">`) }), picture],
  'content that grows on scrolling': [
    () => ({ html: growing, full_page: true, width: 100 }),
    pictureWith('The image was cut'),
  ],
  'half a million elements': [
    () => ({
      html: page(
        'section { display: none }',
        `<section></section><b>x</b><script>
        document.querySelector('section').innerHTML = '<b></b>'.repeat(5e5)</script>`,
      ),
      click: ['b'],
      hover: ['b'],
      hide_selector_x: '//b[@class]',
      wait_for: 'b',
      selector: 'b',
    }),
    picture,
  ],
  ...nightly({
    'a wide picture, made small': [
      () => ({ url: `${origin.url}/wide.png`, thumbnails: [{ width: 100 }] }),
      picture,
    ],
    'content that grows on scrolling, with allow_infinite': [
      () => ({ html: growing, full_page: true, allow_infinite: true }),
      pictureWith('The image was cut'),
    ],
  }),
}

test.concurrent.each(Object.entries(drawings))(
  'the engine survives a page of %s',
  (_name, [options, outcome]) => outlive(siege, [options(), outcome]),
)

test('a render with a canvas survives a crash of the GPU process', async () => {
  const html = page(
    'body { background: #0f0 }',
    `<canvas></canvas><script>document.querySelector('canvas').getContext('webgl')</script>${APPEND_ON_RESPONSE}`,
  )
  await using site = await startHeldSite(html)
  const rendering = siege.engine.make({ url: site.url, wait_for: 'u' })
  rendering.catch(() => undefined)
  await site.requested
  const graphics = ownProcesses().filter(({ command }) => command.includes('--type=gpu-process'))
  expect(graphics.length).toBeGreaterThan(0)
  for (const { pid } of graphics) process.kill(pid, 'SIGKILL')
  site.release()
  expect((await readPicture((await rendering).body)).at(600, 500)).toBe('#00ff00')
  await outlive(siege, [{ html }, picture])
})
