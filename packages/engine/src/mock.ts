import type { RenderOptions } from '@render/options'
import { createWeightedSemaphore } from '@render/async'
import { defaultBounds, type PictureBounds } from './picture-limits.ts'
import { plan } from './plan.ts'
import type { Rendered } from './render.ts'
import { joinOutputs } from './producer.ts'
import { mockAnswer } from './models/mock-answer.ts'
import { targetOf } from './target.ts'

/**
 * Makes outputs of the requested form, without a browser or a page.
 * @throws {RenderError} for outputs that would be too large.
 * @throws the signal's reason when it aborts first.
 */
type MakeMock = (options: RenderOptions, signal: AbortSignal) => Promise<Rendered>

/** A mock is a grey picture of bare pixels, and its thumbnails and slices are made of those. */
const BYTES_PER_PIXEL = 8
/** Memory for all mocks together; a larger mock is made alone. */
const MOCK_BYTES = 64 * 1024 ** 2

export function createMocks(
  bounds = defaultBounds,
  pixelBudget = createWeightedSemaphore(MOCK_BYTES),
): MakeMock {
  return async (options, signal) => {
    const pixels = options.width * options.height * options.dpr ** 2
    using _ = await pixelBudget.acquire(Math.min(pixels, bounds.pixels) * BYTES_PER_PIXEL, signal)
    return await makeMock(options, bounds)
  }
}

async function makeMock(options: RenderOptions, bounds: PictureBounds): Promise<Rendered> {
  const { url, markup } = targetOf(options)
  const { mainProducer, dataProducers, sideProducers } = plan(options)
  const warnings: string[] = []
  const outputs = [mainProducer, ...dataProducers, ...sideProducers].map((producer) =>
    producer.mock(options, bounds, warnings),
  )
  return {
    ...joinOutputs(await Promise.all(outputs)),
    ...(options.use_llm && { llm: { answer: mockAnswer(options) } }),
    bandwidthBytes: 0,
    ...(url && markup === undefined && { response: { statusCode: 200, statusCodeInitial: 200 } }),
    warnings,
    trace: [],
  }
}
