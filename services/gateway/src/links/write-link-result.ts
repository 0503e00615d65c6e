// Answers render links: unlike other answers, caches may store them and pages may embed them.
import { storedKeyOf, type RenderOutcome } from '@render/outputs'
import type { PublicOptions } from '@render/options'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { fileNotFound, findFile, type FoundFile } from '../answer/artefact-file.ts'
import { setDownloadHeader } from '../answer/download-header.ts'
import { setCertificateHeaders, setOutcomeHeaders, setSideHeaders } from '../answer/headers.ts'
import {
  requireKey,
  resultWriters,
  type AnsweredRender,
  type ResultWriter,
} from '../answer/result-writers.ts'
import { findShared, sendSharedFile } from '../answer/shared-file.ts'

type AnswerContext = Pick<GatewayContext, 'urls' | 'store'>

/** The contents of the cache headers of the answer. */
interface Caching {
  cacheStatus: 'HIT' | 'MISS'
  /** Milliseconds for which others may keep the file. */
  leftMs: number
}

/** By `response_type`; JSON is the same for every caller. */
const linkWriters: Record<
  NonNullable<PublicOptions['response_type']>,
  ResultWriter<AnswerContext, Caching & { file?: FoundFile }>
> = {
  ...resultWriters,
  async binary(res, { options, leftMs, file }, outcome, context) {
    setSideHeaders(res, outcome, context.urls.artefacts)
    setCertificateHeaders(res, outcome)
    setDownloadHeader(res, options)
    setCaching(res, leftMs, options)
    await sendSharedFile(res.req, res, requireKey(outcome), file!, context)
  },
  async base64(res, render, outcome, context) {
    setCaching(res, render.leftMs, render.options)
    await resultWriters.base64(res, render, outcome, context)
  },
}

/**
 * Answers a link with the result of its render, as `response_type` says.
 * @throws {RenderError} `NotFound` when the file is gone.
 */
export async function writeLinkResult(
  res: Response,
  render: AnsweredRender & Caching,
  outcome: RenderOutcome,
  context: AnswerContext,
): Promise<void> {
  const key = storedKeyOf(outcome)
  // A file that is only in a private bucket is answered with its address there.
  const responseType = key === undefined ? 'json' : (render.options.response_type ?? 'binary')
  const file = key === undefined ? undefined : await requireFile(responseType, res, key, outcome, context)
  res.setHeader('x-service-cache-status', render.cacheStatus)
  setOutcomeHeaders(res, outcome)
  await linkWriters[responseType](res, { ...render, ...(file && { file }) }, outcome, context)
}

/** Finds the file of a result; a file of another size counts as missing. */
async function requireFile(
  responseType: keyof typeof linkWriters,
  { req }: Response,
  key: string,
  { artefact: { sizeBytes } }: RenderOutcome,
  context: AnswerContext,
): Promise<FoundFile> {
  const isSent = responseType === 'binary'
  const found = await (isSent
    ? findShared(req, key, context, sizeBytes)
    : findFile(context.store, key, sizeBytes))
  if (!found) throw fileNotFound()
  return found
}

/** Lets caches keep a file until its result expires. A forced link must be revalidated each time, or it would be rendered once. */
function setCaching(res: Response, lifeMs: number, { force }: Pick<PublicOptions, 'force'>): void {
  if (lifeMs <= 0) return
  if (force) return void res.setHeader('Cache-Control', 'no-cache')
  res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}`)
  res.setHeader('Expires', new Date(Date.now() + lifeMs).toUTCString())
}
