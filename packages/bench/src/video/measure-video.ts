import { sendRequest } from '@render/testkit'
import type { Section } from '../section.ts'
import type { Service } from '../service-subject.ts'
import { median, quantile } from '../timing.ts'
import { startCpuByProgram, type CpuMs } from './cpu-by-program.ts'

const SECONDS = 10
const TARGET = 2
/** The most that p95 of small pictures may grow while a video is recorded. */
const BESIDE = 2

const RESTS = {
  format: 'mp4',
  width: 1280,
  height: 720,
  video_fps: 30,
  video_duration: SECONDS * 1000,
}
const SCROLLS = {
  ...RESTS,
  video_scroll: true,
  video_prescroll_duration: 0,
  video_scroll_duration: SECONDS * 1000,
  video_rest_duration: 0,
  video_postscroll_duration: 0,
}
const PICTURE = { width: 640, height: 512 }

interface Made {
  seconds: number
  frames: number
  cpuMs: CpuMs
}

/** Measures videos of an article through the whole service, and small pictures alone and beside such a video. */
export async function measureVideo(
  { service, site }: { service: Service; site: string },
  { rounds }: { rounds: number },
): Promise<Section> {
  const make = (options: object) => makeVideo(service, { url: `${site}/article`, ...options })
  const picture = () => timed(() => service.make({ url: `${site}/tiny`, ...PICTURE }))
  const scrolling: Made[] = []
  const resting: Made[] = []
  const alone: number[] = []
  const beside: number[] = []
  await picture()
  for (let round = 0; round < rounds; round += 1) {
    scrolling.push(await make(SCROLLS))
    resting.push(await make(RESTS))
    const until = performance.now() + SECONDS * 1000
    while (performance.now() < until) alone.push(await picture())
    const recorded = make(SCROLLS).then(() => true)
    do beside.push(await picture())
    while (!(await Promise.race([recorded, Promise.resolve(false)])))
  }
  const multiple = median(scrolling.map(({ seconds }) => seconds)) / SECONDS
  const ratio = quantile(beside, 0.95) / quantile(alone, 0.95)
  return {
    title: `Videos of an article: ${SECONDS} s of ${RESTS.width}x${RESTS.height} at ${RESTS.video_fps} frames/s`,
    head: ['what', 'times its length', 'frames/s', 'p50 ms', 'p95 ms', 'CPU ms per frame'],
    rows: [
      videoCells('scrolling', scrolling),
      videoCells('resting', resting),
      pictureCells('pictures alone', alone),
      pictureCells('pictures beside a video', beside),
    ],
    targets: [
      { what: `a video takes <= ${TARGET} times its length`, inTime: multiple <= TARGET },
      { what: `p95 of pictures beside a video <= ${BESIDE} times that alone`, ratio, atMost: BESIDE },
    ],
  }
}

/** Makes a video and fetches it. */
async function makeVideo(service: Service, options: object): Promise<Made> {
  const cpu = startCpuByProgram(service)
  const start = performance.now()
  const { renderUrl, frames } = await service.make(options)
  await sendRequest(renderUrl)
  return { seconds: (performance.now() - start) / 1000, frames, cpuMs: cpu.stop() }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function videoCells(what: string, made: Made[]): string[] {
  const seconds = median(made.map((each) => each.seconds))
  const { frames } = made[0]!
  const parts = Object.keys(made[0]!.cpuMs) as (keyof CpuMs)[]
  const perFrame = parts.map((part) => ({
    part,
    ms: median(made.map(({ cpuMs }) => cpuMs[part])) / frames,
  }))
  const total = perFrame.reduce((sum, { ms }) => sum + ms, 0)
  const shown = perFrame.map(({ part, ms }) => `${part} ${ms.toFixed(1)}`).join(', ')
  return [
    what,
    (seconds / SECONDS).toFixed(2),
    (frames / seconds).toFixed(1),
    '',
    '',
    `${total.toFixed(1)}: ${shown}`,
  ]
}

function pictureCells(what: string, ms: number[]): string[] {
  return [what, '', '', quantile(ms, 0.5).toFixed(0), quantile(ms, 0.95).toFixed(0), '']
}
