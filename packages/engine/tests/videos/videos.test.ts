import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until, type Video } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { ownFolders, ownProcesses } from '../own-processes.ts'
import { page, startTestEngine, type TestEngine } from '../test-engine.ts'
import { onLateMachine } from './late-machine.ts'
import { record, recordFile } from './record.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startTestEngine()
})

afterAll(async () => engine[Symbol.asyncDispose]())

/** Boxes that move by 100 pixels a second: by CSS, by a script's animation, by animation frames, by a timer and by the date. */
const CLOCK = `<style>body { margin: 0; background: #fff } div { position: absolute; width: 10px; height: 20px; background: #000 }
  #css { top: 0; animation: move 10s linear } @keyframes move { to { transform: translateX(1000px) } }
  #script { top: 24px } #frames { top: 48px } #timer { top: 72px } #date { top: 96px }</style>
  <div id=css></div><div id=script></div><div id=frames></div><div id=timer></div><div id=date></div>
  <script>
    const [, script, frames, timer, date] = document.querySelectorAll('div')
    script.animate({ transform: ['none', 'translateX(1000px)'] }, { duration: 20_000 }).playbackRate = 2
    const start = performance.now()
    const startDate = Date.now()
    const place = (div, ms) => { div.style.left = ms / 10 + 'px' }
    const draw = () => { place(frames, performance.now() - start); requestAnimationFrame(draw) }
    draw()
    setInterval(() => place(timer, performance.now() - start), 10)
    setInterval(() => place(date, Date.now() - startDate), 10)
  </script>`
const MOVING = { html: CLOCK, width: 400 }

/** Returns where the first dark pixel of a row is in each frame. */
function placesIn({ frames }: Pick<Video, 'frames'>, y: number): number[] {
  return frames.map((frame) =>
    Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, y)[0] < 128),
  )
}

test('the time of the page passes from frame to frame, and a late machine changes nothing', async () => {
  const done: [number, number][] = []
  const onFrame = (...each: [number, number]): void => void done.push(each)
  const options = { ...MOVING, video_time: 600 }
  const { video, file, facts, warnings } = await record(engine, options, { onFrame })
  expect([facts, warnings]).toEqual([{ width: 400, height: 120, frames: 6, durationMs: 600 }, []])
  expect(done).toEqual([1, 2, 3, 4, 5, 6].map((frame) => [frame, 6]))
  const moved = [10, 34, 58, 82, 106].map((y) => {
    const places = placesIn(video, y)
    return places.map((place) => place - places[0]!)
  })
  expect(moved).toEqual(Array.from({ length: 5 }, () => [0, 10, 20, 30, 40, 50]))

  const late = await onLateMachine(() => recordFile(engine, options))
  expect(late.file.equals(file)).toBe(true)
})

test('what is due at the time of a frame runs before it, also behind a slow timer', async () => {
  const html = page(
    'div { position: absolute; width: 10px; height: 20px; background: #000 } #after { top: 24px }',
    `<div id="slow"></div><div id="after"></div><script>
      const [slow, after] = document.querySelectorAll('div')
      const move = (div) => (div.style.left = performance.now() / 10 + 'px')
      setInterval(() => { move(slow); for (let i = 0; i < 2e7; i++); }, 20)
      setInterval(() => move(after), 20)
    </script>`,
  )
  const { video } = await record(engine, { html, width: 400, video_time: 600 })
  const [slow, after] = [10, 34].map((y) => placesIn(video, y))
  expect(slow!.map((place) => place - slow![0]!)).toEqual([0, 10, 20, 30, 40, 50])
  expect(after).toEqual(slow)
})

test('videos of one organisation are recorded at the same time, and the next ones in the same browsers', async () => {
  const both = () => Promise.all([record(engine, MOVING), record(engine, MOVING)])
  const places = (await both()).map(({ video }) => placesIn(video, 10))
  const browsers = engine.browsers()
  expect((await both()).map(({ video }) => placesIn(video, 10))).toEqual(places)
  expect(engine.browsers()).toEqual(browsers)
})

test('documents beside a video have the page before it scrolls', async () => {
  const html = `<style>body { margin: 0 } div { height: 500px; background: #f00 } #b { background: #00f }</style><div>first</div>
    <div id="b">second</div><script>addEventListener('scroll', () => document.body.append('scrolled'))</script>`
  const { video, sideOutputs } = await record(engine, {
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
  expect(sideOutputs).toHaveLength(2)
  for (const { body } of sideOutputs) {
    const shown = String(body).replace(/<script>.*<\/script>/s, '')
    expect(shown).toContain('second')
    expect(shown).not.toContain('scrolled')
  }
})

test.each<[string, (render: AbortController) => void, object]>([
  ['is cancelled', (cancelled) => cancelled.abort(), { code: 'RenderCancelledError' }],
  ['loses its browser', () => kill(engine.browsers()), { name: 'BrowserCrashed', reason: 'crash' }],
  [
    'loses the process of its page',
    () => kill(processes('--type=renderer')),
    { name: 'BrowserCrashed', reason: 'renderer' },
  ],
  ['loses its encoder', () => kill(encoders()), { code: 'EngineResponseNotOkError' }],
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
  await until(() => ownFolders('browser').length <= engine.browsers().length)
})

function encoders(): number[] {
  return processes('image2pipe')
}

/** Returns the ids of this file's processes with this word in their command line. */
function processes(word: string): number[] {
  return ownProcesses().flatMap(({ pid, command }) => (command.includes(word) ? pid : []))
}

function kill(pids: readonly number[]): void {
  expect(pids).not.toEqual([])
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}
