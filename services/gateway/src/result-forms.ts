// What `response_type` means: the forms in which a caller who waited gets the result.
import type { Response } from 'express'
import { publicResult, type Failure, type RenderOutcome } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import { sendFile } from './artefact-file.ts'
import type { GatewayContext } from './context.ts'

/** Which render a caller gets the result of, and what was asked for. */
export interface Asked {
  renderId: string
  /** Without what is secret and without supplied markup. */
  options: PublicOptions
}

type Urls = GatewayContext['urls']
type Form = (
  res: Response,
  asked: Asked,
  outcome: RenderOutcome,
  context: Pick<GatewayContext, 'urls' | 'store'>,
) => void | Promise<void>

export const resultForms: Record<NonNullable<PublicOptions['response_type']>, Form> = {
  json: (res, asked, outcome, { urls }) => void res.json(jsonResult(asked, outcome, urls)),
  jsondebug: (res, asked, outcome, { urls }) => void res.json(debugResult(asked, outcome, urls)),
  binary: (res, _asked, { artefact }, { store }) => sendFile(res, store, artefact.key),
  base64: (res, _asked, { artefact }, { store }) => sendFile(res, store, artefact.key, 'base64'),
  none: (res) => void res.status(204).end(),
}

export function jsonResult({ renderId, options }: Asked, outcome: RenderOutcome, { artefacts }: Urls) {
  return { ...publicResult(outcome, artefacts), renderId, ...echo(options) }
}

export function debugResult(asked: Asked, outcome: RenderOutcome, urls: Urls) {
  return { ...jsonResult(asked, outcome, urls), debug: debugOf(asked.options, outcome) }
}

export function debugFailure({ options }: Asked, { attempts }: Pick<Failure, 'attempts'>) {
  return { debug: { options, ...(attempts !== undefined && { attempts }) } }
}

/** What a caller gets back as it was given. */
export function echo({ custom_id }: PublicOptions): { custom_id?: string } {
  return custom_id === undefined ? {} : { custom_id }
}

function debugOf(options: PublicOptions, { engine, queueTimeMs, renderTimeMs, ...outcome }: RenderOutcome) {
  return {
    /** Milliseconds. */
    timings: { queue: queueTimeMs, render: renderTimeMs, stages: engine?.stages ?? [] },
    attempts: outcome.attempts,
    options,
    ...(engine && { engineVersion: engine.version, browserVersion: engine.browserVersion }),
    warnings: outcome.warnings,
  }
}
