import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { descendantsOf, until } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { startTestEngine, type TestEngine } from '../test-engine.ts'
import { besideBusyLoops } from './busy-loops.ts'
import { record } from './record.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startTestEngine()
})

afterAll(async () => engine[Symbol.asyncDispose]())

/** Three boxes that move by 100 pixels a second: by CSS, by animation frames and by a timer. */
const CLOCK = `<style>body { margin: 0; background: #fff } div { position: absolute; width: 10px; height: 20px; background: #000 }
  #css { top: 0; animation: move 10s linear } @keyframes move { to { transform: translateX(1000px) } }
  #frames { top: 40px } #timer { top: 80px }</style>
  <div id=css></div><div id=frames></div><div id=timer></div>
  <script>
    const start = performance.now()
    const place = (id) => { document.getElementById(id).style.left = (performance.now() - start) / 10 + 'px' }
    const draw = () => { place('frames'); requestAnimationFrame(draw) }
    draw()
    setInterval(() => place('timer'), 10)
  </script>`
const MOVING = { html: CLOCK, width: 400 }

test('the time of the page passes from frame to frame, and a busy machine changes nothing', async () => {
  const done: [number, number][] = []
  const onFrame = (...each: [number, number]): void => void done.push(each)
  const options = { ...MOVING, video_time: 600 }
  const { video, file, facts, warnings } = await record(engine, options, { onFrame })
  expect([facts, warnings]).toEqual([{ width: 400, height: 120, frames: 6, durationMs: 600 }, []])
  expect(done).toEqual([1, 2, 3, 4, 5, 6].map((frame) => [frame, 6]))
  const moved = [10, 50, 90].map((y) => {
    const places = video.frames.map((frame) =>
      Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, y)[0] < 128),
    )
    return places.map((place) => place - places[0]!)
  })
  expect(moved).toEqual(Array.from({ length: 3 }, () => [0, 10, 20, 30, 40, 50]))

  const busy = await besideBusyLoops(() => record(engine, options))
  expect(busy.file.equals(file)).toBe(true)
})

test('documents beside a video have the page before it scrolls', async () => {
  const html = `<style>body { margin: 0 } div { height: 500px; background: #f00 } #b { background: #00f }</style><div>first</div>
    <div id="b">second</div><script>addEventListener('scroll', () => document.body.append('scrolled'))</script>`
  const { video, beside } = await record(engine, {
    html,
    skip_scroll: true,
    video_scroll: true,
    video_prescroll_duration: 100,
    video_scroll_duration: 300,
    video_rest_duration: 100,
    video_postscroll_duration: 0,
    save_html: true,
    save_markdown: true,
  })
  const isBlue = (frame = video.frames[0]!): boolean => frame.rgba(5, 5)[2] > 128
  expect([isBlue(), isBlue(video.frames.at(-1))]).toEqual([false, true])
  expect(beside).toHaveLength(2)
  for (const { body } of beside) {
    const shown = String(body).replace(/<script>.*<\/script>/s, '')
    expect(shown).toContain('second')
    expect(shown).not.toContain('scrolled')
  }
})

test.each<[string, (render: AbortController) => void, object]>([
  ['is cancelled', (cancelled) => cancelled.abort(), { code: 'RenderCancelledError' }],
  [
    'loses its browser',
    () => void process.kill(engine.browsers().at(-1)!, 'SIGKILL'),
    { name: 'BrowserDied' },
  ],
])('a video that %s leaves no process and no folder', async (_, end, failure) => {
  await using scratch = createScratch({ quotaBytes: 1024 ** 2 })
  const cancelling = new AbortController()
  const onFrame = (done: number): void => {
    if (done !== 2) return
    expect(encoders()).toHaveLength(1)
    end(cancelling)
  }
  const options = { ...MOVING, format: 'mp4', video_time: 60_000 } as const
  await expect(engine.make(options, { scratch, onFrame }, cancelling.signal)).rejects.toMatchObject(failure)
  await until(() => encoders().length === 0)
  await until(() => folders().length <= engine.browsers().length)
})

function encoders(): unknown[] {
  return descendantsOf(process.pid).filter(({ command }) => command.includes('image2pipe'))
}

/** Returns the folders of browsers and programs of this process. */
function folders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`render-browser-${process.pid}-`))
}
