import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { page, type TestEngine } from '../test-engine.ts'
import { oncePerWorld, type Probe } from './probe.ts'

/** Markup for one request of each kind that a page of the headless browser makes, by its path. */
const PARTS = {
  image: '<img src="/image">',
  background: '<style>body { background: url(/background) }</style>',
  font: '<style>@font-face { font-family: f; src: url(/font) } body { font-family: f }</style>text',
  media: '<video src="/media"></video>',
  track: '<video><track default src="/track"></video>',
  style: '<link rel="stylesheet" href="/style">',
  script: '<script src="/script"></script>',
  imported: "<script>import('/imported').catch(() => {})</script>",
  frame: '<iframe src="/frame"></iframe>',
  object: '<object data="/object" type="image/svg+xml"></object>',
  fetch: "<script>fetch('/fetch')</script>",
  xhr: "<script>{ const ask = new XMLHttpRequest(); ask.open('GET', '/xhr'); ask.send() }</script>",
  stream: "<script>new EventSource('/stream')</script>",
  beacon: "<script>navigator.sendBeacon('/beacon')</script>",
  report: '<i style="background: url(/forbidden/x)"></i>',
  prefetch: '<link rel="prefetch" href="/prefetch">',
  worker: "<script>new Worker('/worker')</script>",
  workerFetch: '',
  workerXhr: '',
  shared: "<script>new SharedWorker('/shared')</script>",
  sharedFetch: '',
  service: "<script>navigator.serviceWorker.register('/service').catch(() => {})</script>",
  serviceFetch: '',
}
type Part = keyof typeof PARTS
const ALL = Object.keys(PARTS) as Part[]
/** Workers that do not belong to one page. They are disabled when anything is blocked. */
const LONE: Part[] = ['shared', 'sharedFetch', 'service', 'serviceFetch']

const WORKER = `fetch('/workerFetch'); const ask = new XMLHttpRequest(); ask.open('GET', '/workerXhr'); ask.send()`
const REPORTS = 'img-src http://*:*/image http://*:*/background; report-uri /report'

/** The time for blocked requests to arrive, if they do, after all expected ones. */
const GRACE_MS = 300
const TIMEOUT_MS = 25_000

/** Returns the parts that a page requests. The page ends after all `expected` requests and some time for others. */
async function requestedBy(engine: TestEngine, options: GivenOptions, expected: Part[]): Promise<Part[]> {
  const requested = new Set<string>()
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    const path = req.url!.slice(1)
    requested.add(path)
    if (path === '') void servePage()
    else if (path === 'worker') res.setHeader('content-type', 'text/javascript').end(WORKER)
    else if (path === 'shared' || path === 'service')
      res.setHeader('content-type', 'text/javascript').end(`fetch('/${path}Fetch')`)
    else res.writeHead(204).end()

    async function servePage(): Promise<void> {
      res.setHeader('content-type', 'text/html').setHeader('content-security-policy', REPORTS)
      res.write(page('', Object.values(PARTS).join('')))
      const end = performance.now() + TIMEOUT_MS
      while (expected.some((part) => !requested.has(part)) && performance.now() < end) await sleep(20)
      await sleep(GRACE_MS)
      res.end()
    }
  })
  await engine.make({ url: site.url, ...options })
  return ALL.filter((part) => requested.has(part))
}

/** Returns a probe that expects these options to block requests of a page and its workers for these parts and no others. */
export function blocks(options: GivenOptions, ...blocked: Part[]): Probe {
  return async ({ engine }) => {
    const expected = partsWithout(Object.keys(options).length > 0 ? [...LONE, ...blocked] : blocked)
    expect(await requestedBy(engine, options, expected)).toEqual(expected)
  }
}

/** The parts that each option blocks. */
const BLOCKED = {
  block_images: ['image', 'background'],
  block_fonts: ['font'],
  block_medias: ['media'],
  block_styles: ['style'],
  block_scripts: ['script', 'imported', 'worker', 'workerFetch', 'workerXhr'],
  block_frames: ['frame', 'object'],
  block_fetch: ['fetch', 'workerFetch'],
  block_xhr: ['xhr', 'workerXhr'],
  block_pings: ['beacon', 'report'],
  block_other: ['track', 'stream', 'prefetch'],
  lightweight: ['media', 'beacon', 'report'],
  'lightweight with media': ['beacon', 'report'],
} satisfies Record<string, Part[]>
type Block = keyof typeof BLOCKED

/**
 * The renders that show what each option blocks: a render takes half a second of CPU time, and there are more options than
 * renders. For each option and each part there is a render that has the option and no other option that blocks the part.
 */
const RENDERS = (
  [
    ['lightweight'],
    ['block_fonts', 'block_frames', 'block_pings', 'lightweight with media'],
    ['block_images', 'block_medias', 'block_frames', 'block_other'],
    ['block_images', 'block_styles', 'block_fetch', 'lightweight with media'],
    ['block_fonts', 'block_scripts', 'block_fetch', 'block_xhr', 'block_other'],
    ['block_medias', 'block_styles', 'block_xhr'],
    ['block_scripts', 'block_pings'],
  ] satisfies Block[][]
).map((names: Block[]) => ({ names, requested: oncePerWorld(({ engine }) => requestedWith(engine, names)) }))

function requestedWith(engine: TestEngine, names: Block[]): Promise<Part[]> {
  const options = names.map((name) =>
    name === 'lightweight with media' ? { lightweight: true, block_medias: false } : { [name]: true },
  )
  return requestedBy(engine, Object.assign({}, ...options), expectedWith(names))
}

/**
 * Returns a probe that expects an option to block its parts and no others. What is requested in any render with the option is
 * not blocked by it; what is requested in none is blocked by it, as no other option blocks the part in all of them.
 */
export function blocksAlone(name: Block): Probe {
  return async (world) => {
    const renders = RENDERS.filter(({ names }) => names.includes(name))
    const isAlone = (part: Part) =>
      renders.some(({ names }) => names.every((other) => other === name || !isBlocked(part, [other])))
    expect(partsWithout(ALL.filter(isAlone))).toEqual([])
    const requested = new Set<Part>()
    for (const render of renders) for (const part of await render.requested(world)) requested.add(part)
    expect(ALL.filter((part) => requested.has(part))).toEqual(expectedWith([name]))
  }
}

/** Expects the options of each render to block their parts and no others. */
export const blocksTogether: Probe = async (world) => {
  const requested: Record<string, Part[]> = {}
  for (const { names, ...render } of RENDERS) requested[names.join()] = await render.requested(world)
  const expected = RENDERS.map(({ names }) => [names.join(), expectedWith(names)] as const)
  expect(requested).toEqual(Object.fromEntries(expected))
}

function expectedWith(names: Block[]): Part[] {
  return ALL.filter((part) => !LONE.includes(part) && !isBlocked(part, names))
}

function isBlocked(part: Part, names: Block[]): boolean {
  return names.some((name) => (BLOCKED[name] as Part[]).includes(part))
}

function partsWithout(gone: Part[]): Part[] {
  return ALL.filter((part) => !gone.includes(part))
}
