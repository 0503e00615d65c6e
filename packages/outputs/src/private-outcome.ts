import { isUploaded, type RenderOutcome } from './outcome.ts'

/** Returns what may be kept of the outcome of a render with `secure_mode`: sizes, times, and what it counts as. */
export function withoutPrivate(outcome: RenderOutcome): RenderOutcome {
  const { bandwidthBytes, renderTimeMs, queueTimeMs, startedAt, endedAt, attempts, renderedBy, mock } =
    outcome
  return {
    artefact: { sizeBytes: outcome.artefact.sizeBytes },
    bandwidthBytes,
    renderTimeMs,
    queueTimeMs,
    startedAt,
    endedAt,
    attempts,
    ...(renderedBy !== undefined && { renderedBy }),
    warnings: [],
    ...(mock && { mock }),
    ...(isUploaded(outcome) && { isUploaded: true }),
  }
}
