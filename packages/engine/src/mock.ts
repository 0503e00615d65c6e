import type { RenderOptions } from '@render/options'
import { defaultBounds } from './picture-limits.ts'
import { plan } from './plan.ts'
import { joinOutputs, type Rendered } from './render.ts'
import { targetOf } from './target.ts'

/**
 * Makes outputs of the requested form, without a browser or a page.
 * Throws `RenderError` for outputs that would be too large.
 */
export async function makeMock(options: RenderOptions, bounds = defaultBounds): Promise<Rendered> {
  const { url, markup } = targetOf(options)
  const { main, beside } = plan(options)
  const warnings: string[] = []
  const outputs = [main, ...beside].map((producer) => producer.mock(options, bounds, warnings))
  return {
    ...joinOutputs(await Promise.all(outputs)),
    bandwidthBytes: 0,
    ...(url && markup === undefined && { response: { statusCode: 200, statusCodeInitial: 200 } }),
    warnings,
    trace: [],
  }
}
