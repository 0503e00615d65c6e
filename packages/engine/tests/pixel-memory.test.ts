import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, makePdf, ORIGIN_HOST } from '@render/testkit'
import { createWeightedSemaphore } from '@render/async'
import { noPdfTools } from './no-scope.ts'
import { startInnerEngine, type InnerEngine } from './inner-engine.ts'
import { page } from './test-engine.ts'

const MB = 1024 ** 2
const TOTAL_BYTES = 64 * MB
const live = new AbortController().signal

/** Takes 20 MB: it is put together from three sections. */
const STITCHED: GivenOptions = {
  html: page('div { height: 2048px; background: linear-gradient(red, blue) }', '<div>'),
  full_page: true,
  full_page_mode: 'stitch',
  max_section_height: 800,
  show_seams: true,
}
/** Takes 40 MB for a change of its pixels. */
const CHANGED: GivenOptions = { html: 'x', width: 2000, height: 2500, img_pad: '1' }
/** As many pixels, which stay as they are. */
const LARGE: GivenOptions = { width: 2000, height: 2500, format: 'webp' }

const pixelBudget = createWeightedSemaphore(TOTAL_BYTES)
let drawn = 0
let engine: InnerEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  const rasterisePdf = () => {
    drawn += 1
    return Promise.reject(new Error('no program'))
  }
  const pdfTools = { ...noPdfTools, rasterisePdf }
  engine = await startInnerEngine({ pixelBudget, pdfTools, allow: [`${ORIGIN_HOST}/32`] })
  origin = await listenOn(ORIGIN_HOST, (_, res) =>
    res.setHeader('content-type', 'application/pdf').end(makePdf(600, 800)),
  )
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})
// Nothing is left reserved.
afterEach(async () => {
  using _ = await pixelBudget.acquire(TOTAL_BYTES, live)
})

/** Starts a render; `reaches` resolves when a stage of it begins, and fails the test when the render ends before. */
function start(options: GivenOptions, signal?: AbortSignal) {
  const begun: string[] = []
  const waiting = new Map<string, () => void>()
  const onStage = (name: string): void => {
    begun.push(name)
    waiting.get(name)?.()
  }
  const rendering = engine.make(options, { onStage, signal })
  rendering.catch(() => undefined)
  const reaches = async (name: string): Promise<void> => {
    const reached = new Promise<void>((resolve) => waiting.set(name, resolve))
    if (!begun.includes(name)) await Promise.race([reached, rendering])
    expect(begun).toContain(name)
  }
  return { begun, reaches, rendering }
}

test.each([
  ['is stitched', STITCHED, 'take-sections', [{}, LARGE, { img_pad: '1' }]],
  ['is changed', CHANGED, 'take-picture', [{}, { img_pad: '1' }]],
] as const)(
  'a large picture that %s waits for the memory of its pixels, and plain pictures do not',
  async (_, options, next, plain) => {
    using held = await pixelBudget.acquire(TOTAL_BYTES, live)
    const large = start(options)
    await large.reaches('reserve-pixels')
    for (const each of plain) await engine.make({ html: 'x', ...each })
    expect(large.begun).not.toContain(next)
    held[Symbol.dispose]()
    await large.rendering
    expect(large.begun).toContain(next)
  },
)

test('a PDF is drawn once there is memory for its pixels', async () => {
  using held = await pixelBudget.acquire(TOTAL_BYTES, live)
  const pdf = start({ url: origin.url })
  await pdf.reaches('show-loaded-pdf')
  await engine.make({ html: 'x' })
  expect(drawn).toBe(0)
  held[Symbol.dispose]()
  await expect(pdf.rendering).rejects.toThrow()
  expect(drawn).toBe(1)
})

test('an archive is read once there is memory for it', async () => {
  using held = await pixelBudget.acquire(TOTAL_BYTES, live)
  const archive = start({ html: 'x', format: 'mhtml' })
  await archive.reaches('save-archive')
  await engine.make({ html: 'x' })
  expect(archive.begun).not.toContain('measure-bandwidth')
  held[Symbol.dispose]()
  await archive.rendering
  expect(archive.begun).toContain('measure-bandwidth')
})

test('large pictures beside each other are all made', async () => {
  const all = await Promise.all([STITCHED, CHANGED, STITCHED, CHANGED].map((options) => engine.make(options)))
  expect(all.map(({ main }) => main.facts.height)).toEqual([2048, 2502, 2048, 2502])
})

test.each([
  ['waits for it', 'reserve-pixels', TOTAL_BYTES],
  ['captures', 'take-sections', 1],
])('a render that is cancelled while it %s frees its memory', async (_, stage, heldBytes) => {
  using _held = await pixelBudget.acquire(heldBytes, live)
  const over = new AbortController()
  const large = start(STITCHED, over.signal)
  await large.reaches(stage)
  over.abort()
  await expect(large.rendering).rejects.toMatchObject({ code: 'RenderCancelledError' })
})

test('a render that fails after it has reserved memory frees it', async () => {
  const failing = engine.make({ ...STITCHED, thumb_width: 20_000 })
  await expect(failing).rejects.toMatchObject({ code: 'InvalidOptions' })
})
