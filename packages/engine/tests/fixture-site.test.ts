// Compares the whole picture of every still page of the fixture site with its expected pixels, in one capture and in
// sections.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import {
  bandColour,
  columnRuns,
  differingShare,
  fixtures,
  FOOTER,
  HEADER,
  isNightly,
  nightly,
  readPicture,
  SIDE_BAR,
  startOrigin,
  STICKY,
  type Origin,
  type Picture,
  type Run,
} from '@render/testkit'
import { BLUE, GREEN, RED, WHITE } from './options/colours.ts'
import { shareTestEngine, type TestEngine } from './test-engine.ts'

/** The colours of a column from top to bottom, each with its height in CSS pixels. */
type Column = [colour: string, px: number][]
/** Maps a path to its columns, by their x. */
type Columns = Record<string, Record<number, Column>>

const WINDOW = { width: 400, height: 500 }
/** The heights of sections, one for each page in turn. */
const SECTION_HEIGHTS = [1024, 1300, 1499]

/** Pages that look the same in one capture and in sections. */
const still: Columns = {
  '/bands': { 300: bands(200, 50) },
  '/fixed': {
    300: [
      [HEADER, 80],
      [bandColour(0), 20],
      ...bands(3, 100, 1),
      [bandColour(4), 40],
      [FOOTER, 60],
      ...bands(25, 100, 5),
    ],
    50: [[HEADER, 80], [SIDE_BAR, 360], [FOOTER, 60], ...bands(25, 100, 5)],
  },
  '/fixed-late': { 300: [[HEADER, 80], ...bands(30, 100)] },
  '/sticky': {
    300: [[HEADER, 200], [STICKY, 60], ...bands(30, 100)],
    50: [[HEADER, 200], [STICKY, 60], [SIDE_BAR, 300], ...bands(27, 100, 3)],
  },
  '/sticky-in-overflow': {
    300: [...bands(20, 100), [STICKY, 40], ...bands(7, 50), [bandColour(7), 10], ...bands(20, 100)],
  },
  '/parallax': { 300: [...bands(3, 100), [STICKY, 200], ...bands(25, 100, 5)] },
  '/fixed-background': { 199: [[RED, 3000]], 200: [[BLUE, 3000]] },
  '/lazy-native': { 300: bands(40, 300) },
  '/lazy-observer': { 300: bands(20, 300) },
  '/lazy-scroll': { 300: bands(20, 300) },
  '/revealed': { 300: bands(20, 300) },
  '/loads-more': { 300: bands(40, 100) },
  '/sections-100vh': { 300: [...bands(5, 500), [FOOTER, 100]] },
  '/full-height': { 300: [[HEADER, 500], ...bands(40, 100)] },
  '/inner-scroller': { 300: [[HEADER, 100], ...bands(40, 100)] },
  '/content-visibility': { 300: bands(40, 300) },
  '/zoomed': { 300: bands(40, 100) },
  '/scroll-snap': { 300: bands(10, 700) },
  '/smooth-scroll': { 300: bands(40, 100) },
  '/wide': { 0: bands(1, 2000), 399: bands(1, 2000, 3) },
  '/right-to-left': { 0: bands(1, 2000, 3), 399: bands(1, 2000) },
  '/horizontal-scroller': { 350: [[bandColour(3), 300], ...bands(20, 100)] },
  '/shadow-trees': {
    300: [
      [GREEN, 200],
      [BLUE, 200],
      [WHITE, 100],
    ],
  },
  '/canvas': {
    300: [[GREEN, 600]],
    200: [
      [GREEN, 100],
      [BLUE, 100],
      [GREEN, 200],
      [BLUE, 100],
      [GREEN, 100],
    ],
  },
  '/webgl': {
    199: [
      [RED, 300],
      [WHITE, 200],
    ],
    200: [
      [BLUE, 300],
      [WHITE, 200],
    ],
  },
  '/video-poster': {
    300: [
      [GREEN, 300],
      [WHITE, 200],
    ],
  },
  '/resizes': { 300: [[GREEN, 500], ...bands(40, 100)] },
  '/late-font': {
    100: [
      [GREEN, 200],
      [WHITE, 300],
    ],
  },
  '/late-font-swap': {
    100: [
      [GREEN, 200],
      [WHITE, 300],
    ],
  },
  '/font-after-load': {
    100: [
      [GREEN, 200],
      [WHITE, 300],
    ],
  },
}

/** Pages that only the nightly run compares at one device pixel: others, or tests of their feature, notice the same faults. */
const LIKE_OTHERS =
  '/bands /fixed /sticky /inner-scroller /fixed-background /revealed /full-height /content-visibility /scroll-snap /smooth-scroll /canvas /late-font /late-font-swap'

/** Pages that are larger than one capture at two device pixels for each CSS pixel, or had errors there. */
const LARGE = ['/fixed', '/sticky', '/inner-scroller']
const LARGEST = ['/bands', '/lazy-native', '/content-visibility']
const sharp: Columns = Object.fromEntries(
  [...LARGE, ...(isNightly ? LARGEST : [])].map((path) => [path, still[path]!]),
)

/** Pages that are complete only when they are captured in sections. */
const stitched: Columns = {
  '/sticky-bottom': { 300: [...bands(30, 100), [FOOTER, 60]] },
  '/frames': {
    300: [
      [GREEN, 200],
      [BLUE, 200],
      [RED, 200],
      [WHITE, 3000],
      [BLUE, 200],
    ],
  },
}

/** Pages that are ready after their load event, or never at rest, with their colour once they are ready. */
const ready = {
  '/turns-green': GREEN,
  '/late-style': BLUE,
  '/late-request': GREEN,
  '/late-app': GREEN,
  '/late-image': GREEN,
  '/late-dom': GREEN,
  '/polls-slowly': GREEN,
  '/hanging-tracker': GREEN,
  '/alerts': GREEN,
  ...nightly({ '/ticks-forever': GREEN, '/frame-loop': GREEN }),
}

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([shareTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

describe.each([
  [1, still, LIKE_OTHERS.split(' ')],
  [2, sharp, []],
])('at %i device pixels for each CSS pixel', (dpr, pages, likeOthers) => {
  const all = Object.entries(pages).map(([path, columns], index) => ({
    path,
    columns,
    max_section_height: SECTION_HEIGHTS[index % SECTION_HEIGHTS.length],
  }))
  const cases = all.filter(({ path }) => isNightly || !likeOthers.includes(path))
  test.each(cases)('$path is complete in one capture and in sections', async (each) => {
    const { path, columns, max_section_height } = each
    const native = await readPicture(await render(path, { dpr, full_page_mode: 'native' }))
    expectColumns(native, columns, dpr)
    const inSections = { dpr, max_section_height, html: await pinned(path) }
    const sections = await readPicture(await render(path, inSections))
    expectColumns(sections, columns, dpr)
    expect(await differingShare(native, sections)).toBeLessThanOrEqual(0.001)
  })
})

test.each(Object.entries(stitched))('%s is complete in sections', async (path, columns) => {
  expectColumns(await readPicture(await render(path, {})), columns, 1)
})

test('/infinite is in order down to the limit, with a warning', async () => {
  const { body, height, warnings } = await engine.make({
    url: `${origin.url}/infinite`,
    full_page: true,
    ...WINDOW,
  })
  expectColumns(await readPicture(body), { 300: bands(height / 100, 100) }, 1)
  expect(warnings).toEqual([expect.stringContaining('without end')])
})

test.each(Object.entries(ready))('%s is ready when it is captured', async (path, colour) => {
  const picture = await readPicture(await render(path, { full_page: false }))
  expect(picture.at(390, 450)).toBe(colour)
})

async function render(path: string, options: GivenOptions): Promise<Buffer> {
  const { body } = await engine.make({ url: origin.url + path, full_page: true, ...WINDOW, ...options })
  return body
}

/** Adds an invisible fixed element to the page, so that the engine captures it in sections. */
async function pinned(path: string): Promise<string> {
  const { body } = fixtures[path]!
  const html = typeof body === 'function' ? await body(origin) : body
  return `${html.toString()}<i style="position: fixed; width: 1px; height: 1px"></i>`
}

function expectColumns(picture: Picture, columns: Record<number, Column>, dpr: number): void {
  for (const [x, column] of Object.entries(columns))
    expect(columnRuns(picture, Number(x) * dpr)).toEqual(runs(column, dpr))
}

function runs(column: Column, dpr: number): Run[] {
  let start = 0
  return column.map(([colour, px]) => {
    const run = { colour, start, length: px * dpr }
    start += run.length
    return run
  })
}

function bands(count: number, px: number, first = 0): Column {
  return Array.from({ length: count }, (_, index) => [bandColour(first + index), px])
}
