import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { EASES, type GivenOptions } from '@render/options'
import { bandOf, bands, isNightly, listenOn, type Picture } from '@render/testkit'
import { easingOf } from '../../src/video/easing.ts'
import { page, shareTestEngine, startTestEngine, type TestEngine } from '../test-engine.ts'
import { record, recordFile } from './record.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await shareTestEngine()
})

afterAll(async () => engine[Symbol.asyncDispose]())

/** Tells its times: since its start, of the day, and of a click. */
const TIMES = page(
  'p { font: 12px monospace; margin: 0 }',
  `<p></p><p></p><p>-</p><img src="/picture"><script>
    const [now, day, clicked] = document.querySelectorAll('p')
    setInterval(() => {
      now.textContent = performance.now()
      day.textContent = new Date().getMilliseconds()
    }, 7)
    onclick = () => (clicked.textContent = performance.now())
  </script>`,
)
const START = page('', "<script>setTimeout(() => (location = '/times'), 100)</script>")
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

test('a page that navigates, loads and is clicked has the same times, however late its server answers', async () => {
  let lateMs = 0
  const answer = (path: string, res: ServerResponse): void => {
    res.setHeader('content-type', path === '/picture' ? 'image/svg+xml' : 'text/html')
    res.end(path === '/picture' ? PICTURE : path === '/times' ? TIMES : START)
  }
  await using site = await listenOn('127.0.1.1', ({ url = '' }, res) => {
    setTimeout(answer, lateMs, url, res)
  })
  const options = { url: site.url, wait_for: 'img', click: ['img'], delay: 100 }
  const early = await recordFile(engine, options)
  lateMs = 300
  const late = await recordFile(engine, options)
  expect(late.file.equals(early.file)).toBe(true)
})

test('a page with a stream has what it loads later in the frame of its time', async () => {
  const html = page(
    '',
    `<script>
      new EventSource('/stream')
      setTimeout(() => document.body.append(Object.assign(new Image(), { src: '/picture' })), 550)
    </script>`,
  )
  await using site = await listenOn('127.0.1.1', ({ url = '' }, res) => {
    if (url === '/stream') res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    else if (url === '/picture')
      setTimeout(() => res.writeHead(200, { 'content-type': 'image/svg+xml' }).end(PICTURE), 500)
    else res.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  const { video } = await record(engine, { url: site.url, video_time: 600 })
  const colours = video.frames.map((frame) => frame.at(4, 10)[1] === '0')
  // The first frame shows the page at 200 ms.
  expect(colours).toEqual([false, false, false, false, true, true])
})

test.each([
  ['from its start', {}],
  ['after a part that is cut', { video_seek: 0.2 }],
])('a page has 60 animation frames in a second at any rate of the video, %s', async (_, more) => {
  const html = page(
    'div { position: absolute; height: 9px; background: #000 }',
    `<div></div><script>
      let width = 0
      requestAnimationFrame(function grow() {
        document.querySelector('div').style.width = (width += 4) + 'px'
        requestAnimationFrame(grow)
      })
    </script>`,
  )
  const { video } = await record(engine, { html, video_fps: 24, video_time: 500, ...more })
  const widths = video.frames.map((frame) => widthOfBlack(frame))
  const growthInTwo = widths.slice(2).map((width, at) => width - widths[at]!)
  expect(new Set(growthInTwo)).toEqual(new Set([20]))
})

/** Returns how many pixels at the start of the fourth row are black. */
function widthOfBlack(frame: Picture): number {
  const columns = Array.from({ length: frame.width }, (_, x) => frame.rgba(x, 4)[0] < 128)
  return columns.indexOf(false)
}

const BAND = 100
const COUNT = 60
const BANDS = bands(COUNT, BAND)

/** Returns the position to which a page of bands is scrolled. */
function positionOf(frame: Picture): number {
  const rows = Array.from({ length: frame.height }, (_, y) => bandAt(frame, y))
  const edge = rows.findIndex((band) => band !== rows[0])
  return edge < 0 ? rows[0]! * BAND : (rows[0]! + 1) * BAND - edge
}

function bandAt(frame: Picture, y: number): number {
  const channels = frame.rgba(80, y).slice(0, 3)
  const hex = channels.map((value) => (Math.round(value / 51) * 51).toString(16).padStart(2, '0'))
  return bandOf(`#${hex.join('')}`) ?? -1
}

/** An even one, one that overshoots and one that bounces; the nightly run has all. */
const eases = isNightly ? EASES : (['cubic.inout', 'elastic.out', 'bounce.in'] as const)

test('scrolling follows its easings within two pixels, at each frame', async () => {
  const [low, high, end] = [1000, 4000, COUNT * BAND - 120]
  const { video } = await record(engine, {
    html: page(
      'html { scroll-behavior: smooth; scroll-snap-type: y mandatory } div { scroll-snap-align: start }',
      BANDS,
    ),
    video_scroll: true,
    video_scroll_to: eases.map((ease, at) => ({
      selector: `div:nth-child(${(at % 2 ? low : high) / BAND + 1})`,
      ease,
    })),
    video_prescroll_duration: 0,
    video_scroll_duration: 500,
    video_rest_duration: 0,
    video_postscroll_duration: 0,
  })
  const places = video.frames.map(positionOf)
  const expected = eases.flatMap((ease, at) => {
    const [from, to] = [at === 0 ? 0 : at % 2 ? high : low, at % 2 ? low : high]
    return [0, 0.2, 0.4, 0.6, 0.8].map((time) =>
      Math.min(end, Math.max(0, from + easingOf(ease)(time) * (to - from))),
    )
  })
  const wrong = places.flatMap((place, at) =>
    Math.abs(place - expected[at]!) <= 2
      ? []
      : [{ ease: eases[Math.floor(at / 5)], at, place, expected: expected[at] }],
  )
  expect(wrong).toEqual([])
  expect(places).toHaveLength(expected.length)
})

test('a video that the page plays, and a worker, are warned of', async () => {
  const html = page(
    '',
    "<canvas></canvas><video muted></video><script>const [canvas, video] = document.body.children; canvas.getContext('2d'); video.srcObject = canvas.captureStream(); video.play(); const worker = new Worker('data:text/javascript,')</script>",
  )
  const { warnings } = await recordFile(engine, { html, video_time: 100 })
  expect(warnings).toEqual([
    'The page plays a video: its frames are not synchronised with the recording.',
    'The page has workers: their timers are not synchronised with the recording.',
  ])
})

test('a video that plays in a frame, or once it scrolls into view, is warned of', async () => {
  const source = `const canvas = document.createElement('canvas')
    canvas.getContext('2d').fillRect(0, 0, 9, 9)
    document.querySelector('video').srcObject = canvas.captureStream()`
  const below = page(
    'video { display: block; margin-top: 1000px }',
    `<video muted autoplay></video><script>${source}</script>`,
  )
  const playing = `<video muted></video><script>${source}; document.querySelector('video').play()</script>`
  const framed = page('', `<iframe srcdoc="${playing.replaceAll('"', '&quot;')}"></iframe>`)
  const warnings = async (options: GivenOptions) =>
    (await recordFile(engine, { video_time: 100, video_duration: 100, ...options })).warnings
  const warning = 'The page plays a video: its frames are not synchronised with the recording.'
  expect(await warnings({ html: framed })).toEqual([warning])
  expect(await warnings({ html: below })).toEqual([])
  expect(await warnings({ html: below, video_scroll: true })).toEqual([warning])
  const silent = below.replace(source, '')
  expect(await warnings({ html: silent, video_scroll: true })).toEqual([])
})

test('a page that does not scroll is warned of when it should', async () => {
  const options = { html: page('', bands(1, 90)), video_scroll: true, video_duration: 100 }
  const warning = 'The page does not scroll, so it does not move in the video.'
  expect((await recordFile(engine, options)).warnings).toEqual([
    `${warning} "video_use_iscroll" scrolls an inner element.`,
  ])
  expect((await recordFile(engine, { ...options, video_use_iscroll: true })).warnings).toEqual([warning])
  const isShort = { video_sections: 2, video_scroll_require_sections: true }
  expect((await recordFile(engine, { ...options, ...isShort })).warnings).toEqual([])
})

test('animated pictures are drawn beside animations', async () => {
  const gif = await sharp([await plain('#f00'), await plain('#00f')], { join: { animated: true } })
    .gif({ delay: [200, 200], loop: 0 })
    .toBuffer()
  const html = page(
    'img, i { display: block; width: 20px; height: 20px } i { background: #000; animation: move 10s linear } @keyframes move { to { transform: translateX(1000px) } }',
    `<img src="data:image/gif;base64,${gif.toString('base64')}"><i></i>`,
  )
  const { video } = await record(engine, { html, width: 400, video_time: 1200 })
  const colours = video.frames.map((frame) => (frame.at(10, 10) === '#ff0000' ? 'r' : 'b')).join('')
  // The picture begins with the first frame that is drawn, and lags in its first change.
  const changes = colours.slice(3).match(/r+|b+/g)!.slice(1, -1)
  expect(new Set(changes)).toEqual(new Set(['rr', 'bb']))
  const places = video.frames.map((frame) =>
    Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, 30)[0] < 128),
  )
  expect(places.map((place) => place - places[0]!)).toEqual(places.map((_, at) => at * 10))
})

function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
}

test('idle callbacks are called before the first frame, and have time that ends', async () => {
  const html = page(
    'u { position: fixed; inset: 0; background: #0f0 }',
    `<script>
      const busy = (deadline) => {
        while (deadline.timeRemaining() > 0);
        document.body.append(document.createElement('u'))
      }
      setTimeout(() => { cancelIdleCallback(requestIdleCallback(() => (document.body.innerHTML = ''))); requestIdleCallback(busy) }, 200)
    </script>`,
  )
  const { video, warnings } = await record(engine, { html, wait_for: 'u', video_time: 100 })
  expect(warnings).toEqual([])
  expect(video.frames[0]!.at(80, 60)).toBe('#00ff00')
})

test('pages that wait on a clock, or send themselves messages, are recorded at the usual times', async () => {
  const html = page(
    'div { position: absolute; width: 10px; height: 20px; background: #000; left: 0 }',
    `<div></div><script>
      const wrong = []
      const check = (name, holds) => { if (!holds) wrong.push(name) }
      const box = document.querySelector('div')
      const clocks = { now: () => performance.now(), date: () => Date.now(), object: () => new Date().getTime() }
      const latest = {}
      for (const [name, read] of Object.entries(clocks)) {
        latest[name] = 0
        setInterval(() => {
          const start = read()
          check(name + ' runs back', start >= latest[name])
          while ((latest[name] = read()) - start < 20);
          check(name + ' jumps', latest[name] - start < 21)
        }, 100)
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => port2.postMessage(0)
      port2.postMessage(0)
      class Day extends Date {}
      const day = new Day(86_400_000)
      check('subclass', day instanceof Day && day instanceof Date && day.getTime() === 86_400_000)
      check('constructor', new Date().constructor === Date && new Date(2020, 0).getFullYear() === 2020)
      check('text', Date() === new Date().toString() && String(Date.now).includes('[native code]'))
      check('length', Date.length === 7 && Date.name === 'Date' && Object.keys(Date.prototype).length === 0)
      const slice = (at) => {
        const start = performance.now()
        while (performance.now() - start < 4);
        box.style.left = at / 10 + 'px'
        document.body.style.background = wrong.length > 0 ? '#f00' : '#fff'
        document.title = wrong
        requestAnimationFrame(slice)
      }
      requestAnimationFrame(slice)
    </script>`,
  )
  const { video } = await record(engine, { html, video_time: 600 })
  expect(video.frames.map((frame) => frame.at(150, 100))).toEqual(video.frames.map(() => '#ffffff'))
  const places = video.frames.map((frame) =>
    Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, 10)[0] < 128),
  )
  expect(places.map((place) => place - places[0]!)).toEqual([0, 10, 20, 30, 40, 50])
})

test('animations pass also when they are disabled', async () => {
  const html = page(
    'div { width: 20px; height: 20px; background: #000; animation: move 10s linear } @keyframes move { to { transform: translateX(1000px) } }',
    '<div></div>',
  )
  const options = { html, video_time: 200 }
  const { file } = await recordFile(engine, options)
  expect((await recordFile(engine, { ...options, disable_animations: true })).file.equals(file)).toBe(true)
})

test('animations of one second, started by the load and by a click, are seen from their beginning', async () => {
  const html = page(
    'body { background: #000 } b, i { position: fixed; inset: 0 50% 0 0 } b { left: 50%; right: 0 } .fading { animation: fade 1s linear forwards } @keyframes fade { to { background: #fff } }',
    `<b></b><i class="fading"></i><script>onclick = () => document.querySelector('b').classList.add('fading')</script>`,
  )
  const { video } = await record(engine, { html, click: ['b'], video_time: 1000 })
  for (const x of [40, 120]) {
    const levels = video.frames.map((frame) => frame.rgba(x, 60)[0])
    expect(levels[0]).toBeLessThan(128)
    expect(levels[9]).toBeGreaterThan(240)
  }
})

/** A long page that becomes green once its end has been seen. */
const LAZY = page(
  'div { height: 3000px }',
  "<div></div><p>end</p><script>new IntersectionObserver(([entry]) => { if (entry.isIntersecting) document.body.style.background = '#0f0' }).observe(document.querySelector('p'))</script>",
)

test('a video of a full page shows the viewport after a warm-up, and scrolls if that is wanted', async () => {
  const full = await record(engine, { html: LAZY, full_page: true, video_time: 100 })
  expect(full.facts).toMatchObject({ width: 160, height: 120 })
  expect(full.video.frames[0]!.at(80, 60)).toBe('#00ff00')
  const cold = await record(engine, { html: LAZY, video_time: 100 })
  expect(cold.video.frames[0]!.at(80, 60)).toBe('#ffffff')
  const scroll = {
    html: BANDS,
    video_scroll: true,
    video_scroll_duration: 300,
    video_ease: 'linear.none',
  } as const
  const rests = { video_prescroll_duration: 0, video_rest_duration: 0, video_postscroll_duration: 0 }
  const scrolling = await recordFile(engine, { ...scroll, ...rests })
  const both = await recordFile(engine, { ...scroll, ...rests, full_page: true })
  expect(both.file.equals(scrolling.file)).toBe(true)
})

test('a video that turns out to be too long is shortened with a warning', async () => {
  await using bounded = await startTestEngine({
    videoLimits: { width: 1920, height: 1080, frames: 3, durationMs: 60_000 },
  })
  const { facts, warnings } = await recordFile(bounded, { html: BANDS, video_scroll: true })
  expect(facts).toMatchObject({ frames: 3, durationMs: 300 })
  expect(warnings).toEqual(['The video was shortened to 3 frames: at most 3 can be recorded.'])
})

test('an attempt at a video has time for its frames beside the usual', async () => {
  await using hasty = await startTestEngine({ attemptTimeoutMs: 1 })
  await expect(hasty.make({ html: 'x' })).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  const cancelling = new AbortController()
  const options = { html: 'x', format: 'mp4', width: 160, height: 120, video_time: 60_000 } as const
  const rendering = hasty.make(options, { onFrame: () => cancelling.abort() }, cancelling.signal)
  await expect(rendering).rejects.toMatchObject({ code: 'RenderCancelledError' })
})

test('a page of which nothing scrolls is moved as a whole, if wanted', async () => {
  const { video } = await record(engine, {
    html: page('html, body { height: 100%; overflow: clip }', BANDS),
    video_use_iscroll: true,
    video_scroll: true,
    video_prescroll_duration: 0,
    video_scroll_duration: 200,
    video_rest_duration: 100,
    video_postscroll_duration: 0,
    video_ease: 'linear.none',
  })
  const end = COUNT * BAND - 120
  const far = video.frames.map((frame, at) => positionOf(frame) - (at * end) / 2)
  expect(far.filter((distance) => !(Math.abs(distance) <= 2))).toEqual([])
  expect(far).toHaveLength(3)
})
