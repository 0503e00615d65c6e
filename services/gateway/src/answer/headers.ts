import { publicResult, sideFiles, warningsOf, type Certificate, type RenderOutcome } from '@render/outputs'
import type { Response } from 'express'

/** Sets the header `x-service-render-id`, and adds the id to the log of the request. */
export function setRenderHeader(res: Response, renderId: string): void {
  res.locals.renderId = renderId
  res.setHeader('x-service-render-id', renderId)
}

/** Sets the number of warnings, for callers whose answer has no list of them. */
export function setWarningsHeader(res: Response, warnings: string[]): void {
  res.setHeader('x-service-warnings', String(warnings.length))
}

/** Sets headers about a finished render: its duration, its worker and the number of its warnings. */
export function setOutcomeHeaders(res: Response, outcome: RenderOutcome): void {
  const { renderTimeMs, renderedBy } = outcome
  res.setHeader('x-service-render-time', String(Math.round(renderTimeMs)))
  if (renderedBy !== undefined) res.setHeader('x-service-rendered-by', renderedBy)
  setWarningsHeader(res, warningsOf(outcome))
}

/** The header with the address of each kind of side file, such as `x-service-html-url`, by its member of the result. */
export const SIDE_HEADERS = Object.entries(sideFiles).map(([name, { result }]) => ({
  header: `x-service-${name.replaceAll('_', '-')}-url`,
  result,
}))

/** Sets the addresses of side files, for callers whose answer has no JSON to name them. */
export function setSideHeaders(res: Response, outcome: RenderOutcome, artefactUrl: string): void {
  const found = publicResult(outcome, artefactUrl)
  for (const { header, result } of SIDE_HEADERS) {
    const address = found[result]
    if (address !== undefined) res.setHeader(header, address)
  }
}

/** The headers with the certificate of a file, by its member of the result. */
export const CERTIFICATE_HEADERS: Record<keyof Certificate, string> = {
  certifiedHash: 'x-service-certified-hash',
  timestamp: 'x-service-certified-timestamp',
  hashedOptions: 'x-service-certified-options',
}

/** Node refuses responses with more than 16 kB of headers, and this header is sent twice, also under an older prefix. */
const MAX_OPTIONS_LENGTH = 7000

/** Sets the certificate, for callers whose answer has no JSON. Options that are too long for a header are left to the record. */
export function setCertificateHeaders(
  res: Response,
  { certificate }: Pick<RenderOutcome, 'certificate'>,
): void {
  if (!certificate) return
  res.setHeader(CERTIFICATE_HEADERS.certifiedHash, certificate.certifiedHash)
  res.setHeader(CERTIFICATE_HEADERS.timestamp, certificate.timestamp)
  const options = Buffer.from(certificate.hashedOptions).toString('base64url')
  if (options.length <= MAX_OPTIONS_LENGTH) res.setHeader(CERTIFICATE_HEADERS.hashedOptions, options)
}
