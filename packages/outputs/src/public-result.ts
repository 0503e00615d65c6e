import type { PlainError } from '@render/errors'
import type { Certificate } from './certificate.ts'
import { isUploaded, locate, type RenderOutcome } from './outcome.ts'
import type { PageData } from './page-data.ts'
import { addressOfKey, sideResults, type SideResults } from './side-results.ts'

/** A finished render as callers see it: in synchronous answers, statuses and webhook bodies. */
export interface PublicResult extends SideResults, PageData, Partial<Certificate> {
  /** Absent, as side files and data of the page are, once the files were deleted; and with `no_upload`. */
  renderUrl?: string
  /** Bytes. */
  size: number
  /** Milliseconds. */
  renderTime: number
  queueTime: number
  /** Bytes between the page and the network. */
  bandwidth: number
  /** Pixels; set for pictures, drawings and videos. */
  width?: number
  height?: number
  /** Set for PDFs. */
  pages?: number
  /** Milliseconds; set for videos, as `frames` is. */
  duration?: number
  frames?: number
  response?: { statusCode: number; statusCodeInitial: number }
  clicks?: RenderOutcome['clicks']
  /** The answer of the language model; null when there is none, for the reason in `llmError`. */
  llm?: unknown
  llmError?: { message: string }
  /** Set for a mock, with the cost it reports. */
  mock?: true
  cost?: number
  warnings?: string[]
}

/** `artefactUrl` is the configured base address of stored files. */
export function publicResult(outcome: RenderOutcome, artefactUrl: string): PublicResult {
  const { artefact, certificate, data, response, clicks, llm, mock, deleted } = outcome
  const warnings = warningsOf(outcome)
  const { width, height, pages, durationMs: duration, frames } = outcome
  const addressOf = (key: string) => addressOfKey(artefactUrl, key)
  const renderUrl = deleted ? undefined : locate(artefact, addressOf)
  return {
    ...(renderUrl !== undefined && { renderUrl }),
    size: artefact.sizeBytes,
    renderTime: Math.round(outcome.renderTimeMs),
    queueTime: Math.round(outcome.queueTimeMs),
    bandwidth: outcome.bandwidthBytes,
    ...withoutUndefined({ width, height, pages, duration, frames, response }),
    ...(!deleted && { ...sideResults(outcome, addressOf), ...data }),
    ...certificate,
    ...(clicks && { clicks }),
    ...(llm && ('error' in llm ? { llm: null, llmError: { message: llm.error } } : { llm: llm.answer })),
    ...(mock && { mock: true, cost: mock.cost }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns the warnings of a render, with one about files that a deletion leaves. */
export function warningsOf(
  outcome: Pick<RenderOutcome, 'artefact' | 'files' | 'warnings' | 'deleted' | 'isUploaded'>,
): string[] {
  const { deleted, warnings } = outcome
  return deleted && isUploaded(outcome) ? [...warnings, LEFT_IN_PLACE] : warnings
}

const LEFT_IN_PLACE = "Files in the caller's own storage were not deleted."

/** Returns the error as statuses and webhooks report it: engine failures have a code of their own there. */
export function laterError(error: PlainError): PlainError {
  return error.code === 'EngineResponseNotOkError'
    ? { ...error, code: 'EngineAsyncResponseNotOkError' }
    : error
}

function withoutUndefined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>
}
