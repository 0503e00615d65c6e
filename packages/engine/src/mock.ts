import type { RenderOptions } from '@render/options'
import { createWeightedSemaphore } from '@render/async'
import { defaultVideoLimits } from './video/video-limits.ts'
import { defaultBounds } from './picture-limits.ts'
import { toDevicePixels } from './pictures/capture-area.ts'
import { pixelBytes } from './picture-sizes/pixel-bytes.ts'
import { plan } from './plan.ts'
import type { Rendered } from './render.ts'
import { joinOutputs, type MockLimits } from './producer.ts'
import { mockAnswer } from './llm/mock-answer.ts'
import { targetOf } from './target.ts'

/**
 * Makes outputs of the requested form, without a browser or a page.
 * @throws {RenderError} for outputs that would be too large.
 * @throws the signal's reason when it aborts first.
 */
type MakeMock = (options: RenderOptions, signal: AbortSignal) => Promise<Rendered>

/** Memory for all mocks together; a larger mock is made alone. */
const MOCK_BYTES = 64 * 1024 ** 2

export function createMocks(
  limits: MockLimits = { bounds: defaultBounds, videoLimits: defaultVideoLimits },
  pixelBudget = createWeightedSemaphore(MOCK_BYTES),
): MakeMock {
  return async (options, signal) => {
    const { clip, width, height, dpr } = options
    const size = toDevicePixels(clip ?? { x: 0, y: 0, width, height }, dpr)
    // A mock is not cropped to its content.
    const bytes = pixelBytes(size, { ...options, auto_crop: false }, Math.max(1, dpr), limits.bounds)
    using _ = await pixelBudget.acquire(bytes, signal)
    return await makeMock(options, limits)
  }
}

async function makeMock(options: RenderOptions, limits: MockLimits): Promise<Rendered> {
  const { url, markup } = targetOf(options)
  const { mainProducer, dataProducers, sideProducers } = plan(options)
  const warnings: string[] = []
  const outputs = [mainProducer, ...dataProducers, ...sideProducers].map((producer) =>
    producer.mock(options, limits, warnings),
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
