import type { Rendered } from '@render/engine'
import type { ResolvedOptions } from '@render/options'
import type { RenderOutcome } from '@render/outputs'
import { hostname } from 'node:os'
import type { StoredOutputs } from './store-outputs/store-outputs.ts'

interface EndedAttempt {
  options: Pick<ResolvedOptions, 'mock' | 'mock_cost' | 'thumbnails_object'>
  rendered: Rendered
  stored: StoredOutputs
  warnings: string[]
  engineVersion: string
  /** Number of the attempt. */
  attempts: number
  renderTimeMs: number
  queueTimeMs: number
  /** Epoch milliseconds. */
  startedAt: number
}

/** Returns the outcome of a render whose outputs are stored. */
export function outcomeOf({
  options,
  rendered,
  stored,
  warnings,
  engineVersion,
  attempts,
  renderTimeMs,
  queueTimeMs,
  startedAt,
}: EndedAttempt): RenderOutcome {
  return {
    ...stored,
    ...(options.thumbnails_object && { thumbnails_object: true }),
    ...rendered.main.facts,
    ...(rendered.response && { response: rendered.response }),
    ...(rendered.data && { data: rendered.data }),
    ...(rendered.clicks && { clicks: rendered.clicks }),
    ...(rendered.llm && { llm: rendered.llm }),
    bandwidthBytes: rendered.bandwidthBytes,
    renderTimeMs,
    queueTimeMs,
    startedAt,
    endedAt: Date.now(),
    attempts,
    renderedBy: hostname(),
    warnings,
    ...(options.mock
      ? { mock: { cost: options.mock_cost } }
      : {
          engine: {
            version: engineVersion,
            browserVersion: rendered.browserVersion!,
            stages: rendered.trace,
            ...(rendered.diagnostics && { diagnostics: rendered.diagnostics }),
          },
        }),
  }
}
