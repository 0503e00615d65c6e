import type { PlainError } from '@render/errors'
import type { RenderOutcome } from './payloads.ts'
import { sideResults, type SideResults } from './side-results.ts'

/** A finished render as callers see it: in sync answers, status records and webhook bodies. */
export interface PublicResult extends SideResults {
  /** Not there once the file was deleted; nor are the files beside it. */
  renderUrl?: string
  size: number
  renderTime: number
  queueTime: number
  bandwidth: number
  width: number
  height: number
  response?: { statusCode: number; statusCodeInitial: number }
  /** What each selector to click found, and how many of that were clicked. */
  clicks?: RenderOutcome['clicks']
  /** There for a made-up success, with the renders that it is to say it cost. */
  mock?: true
  cost?: number
  warnings?: string[]
}

/** `artefactUrl` is the configured base address under which artefacts are served. */
export function publicResult(outcome: RenderOutcome, artefactUrl: string): PublicResult {
  const { artefact, width, height, response, clicks, mock, deleted, warnings } = outcome
  const addressOf = (key: string) => `${artefactUrl}/renders/${key}`
  return {
    ...(!deleted && { renderUrl: addressOf(artefact.key) }),
    size: artefact.sizeBytes,
    renderTime: Math.round(outcome.renderTimeMs),
    queueTime: Math.round(outcome.queueTimeMs),
    bandwidth: outcome.bandwidthBytes,
    width,
    height,
    ...(response && { response }),
    ...(!deleted && sideResults(outcome, addressOf)),
    ...(clicks && { clicks }),
    ...(mock && { mock: true, cost: mock.cost }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** A failure as it is told later than in the answer to its request: the engine's has another code there. */
export function laterError(error: PlainError): PlainError {
  return error.code === 'EngineResponseNotOkError'
    ? { ...error, code: 'EngineAsyncResponseNotOkError' }
    : error
}
