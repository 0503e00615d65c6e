// Writes a result to a caller who waited, by `response_type`.
import type { Response } from 'express'
import { storedKeyOf, frameResults, publicResult, type Failure, type RenderOutcome } from '@render/outputs'
import type { PublicOptions } from '@render/options'
import type { GatewayContext } from '../context.ts'
import { fileNotFound, findFile, sendFile } from './artefact-file.ts'
import { setDownloadHeader } from './download-header.ts'
import { setCertificateHeaders, setSideHeaders } from './headers.ts'

/** The render that an answer is about. */
export interface AnsweredRender {
  renderId: string
  /** Without secrets and supplied markup. */
  options: PublicOptions
}

type Urls = GatewayContext['urls']
export type ResultWriter<Context = Pick<GatewayContext, 'urls' | 'store'>, More = object> = (
  res: Response,
  render: AnsweredRender & More,
  outcome: RenderOutcome,
  context: Context,
) => void | Promise<void>

export const resultWriters: Record<NonNullable<PublicOptions['response_type']>, ResultWriter> = {
  json: (res, render, outcome, { urls }) => void res.json(jsonResult(render, outcome, urls)),
  jsondebug: (res, render, outcome, { urls }) => void res.json(debugResult(render, outcome, urls)),
  binary: whileInStore((res, { options }, outcome, { store }) => {
    const key = requireKey(outcome)
    setDownloadHeader(res, options)
    return sendFile(res, store, key)
  }),
  base64: whileInStore((res, _render, outcome, { store }) =>
    sendFile(res, store, requireKey(outcome), 'base64'),
  ),
  none: withSideHeaders((res) => void res.status(204).end()),
}

/** @throws {RenderError} `NotFound` when the file is only in a store of the caller's. */
export function requireKey(outcome: RenderOutcome): string {
  const key = storedKeyOf(outcome)
  if (key === undefined) throw fileNotFound()
  return key
}

/** Answers with JSON, which has its address, when the file is only in a store of the caller's. */
function whileInStore(writeFile: ResultWriter): ResultWriter {
  const write = withSideHeaders(writeFile)
  return async (res, render, outcome, context) => {
    const key = storedKeyOf(outcome)
    const isOnlyElsewhere =
      outcome.artefact.location !== undefined &&
      (key === undefined || (await findFile(context.store, key)) === undefined)
    return (isOnlyElsewhere ? resultWriters.json : write)(res, render, outcome, context)
  }
}

function withSideHeaders(write: ResultWriter): ResultWriter {
  return (res, render, outcome, context) => {
    setSideHeaders(res, outcome, context.urls.artefacts)
    setCertificateHeaders(res, outcome)
    return write(res, render, outcome, context)
  }
}

export function jsonResult(
  { renderId, options }: AnsweredRender,
  outcome: RenderOutcome,
  { artefacts }: Urls,
) {
  return { ...publicResult(outcome, artefacts), renderId, ...echo(options) }
}

export function debugResult(render: AnsweredRender, outcome: RenderOutcome, urls: Urls) {
  return { ...jsonResult(render, outcome, urls), debug: debugOf(render.options, outcome, urls) }
}

export function debugFailure({ options }: AnsweredRender, { attempts }: Pick<Failure, 'attempts'>) {
  return { debug: { options, ...(attempts !== undefined && { attempts }) } }
}

/** Returns the options that an answer repeats as they were sent. */
export function echo({ custom_id }: PublicOptions): { custom_id?: string } {
  return custom_id === undefined ? {} : { custom_id }
}

function debugOf(
  options: PublicOptions,
  { engine, queueTimeMs, renderTimeMs, ...outcome }: RenderOutcome,
  { artefacts }: Urls,
) {
  const video = engine?.diagnostics?.video
  return {
    /** Milliseconds. */
    timings: { queue: queueTimeMs, render: renderTimeMs, stages: engine?.stages ?? [] },
    attempts: outcome.attempts,
    options,
    ...(engine && {
      engineVersion: engine.version,
      browserVersion: engine.browserVersion,
      ...engine.diagnostics,
    }),
    ...(video && { video: { ...video, frames: frameResults(outcome, artefacts) } }),
    warnings: outcome.warnings,
  }
}
