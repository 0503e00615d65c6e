// What the answer to a render link has that no other answer has: it can be kept by caches and embedded by pages.
import { storedKeyOf, type RenderOutcome } from '@render/outputs'
import type { PublicOptions } from '@render/options'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { fileNotFound, findFile, type FoundFile } from './artefact-file.ts'
import { setDownloadHeader } from './download-header.ts'
import { setCertificateHeaders, setOutcomeHeaders, setSideHeaders } from './headers.ts'
import { requireKey, resultForms, type AnsweredRender, type Form } from './result-forms.ts'
import { findShared, sendSharedFile } from './shared-file.ts'

type AnswerContext = Pick<GatewayContext, 'urls' | 'store'>

/** What the answer tells about the cache. */
interface Caching {
  cacheStatus: 'HIT' | 'MISS'
  /** Milliseconds for which others may keep the file. */
  leftMs: number
}

/** The forms of `response_type`; JSON is the same for every caller. */
const linkForms: Record<
  NonNullable<PublicOptions['response_type']>,
  Form<AnswerContext, Caching & { file?: FoundFile }>
> = {
  ...resultForms,
  async binary(res, { options, leftMs, file }, outcome, context) {
    setSideHeaders(res, outcome, context.urls.artefacts)
    setCertificateHeaders(res, outcome)
    setDownloadHeader(res, options)
    setCaching(res, leftMs, options)
    await sendSharedFile(res.req, res, requireKey(outcome), file!, context)
  },
  async base64(res, render, outcome, context) {
    setCaching(res, render.leftMs, render.options)
    await resultForms.base64(res, render, outcome, context)
  },
}

/**
 * Answers a link with the result of its render, in the form that `response_type` selects.
 * @throws {RenderError} `NotFound` when the file is gone.
 */
export async function answerLink(
  res: Response,
  render: AnsweredRender & Caching,
  outcome: RenderOutcome,
  context: AnswerContext,
): Promise<void> {
  const key = storedKeyOf(outcome)
  // A file that is only in a private bucket is answered with its address there.
  const form = key === undefined ? 'json' : (render.options.response_type ?? 'binary')
  const file = key === undefined ? undefined : await requireFile(form, res, key, outcome, context)
  res.setHeader('x-service-cache-status', render.cacheStatus)
  setOutcomeHeaders(res, outcome)
  await linkForms[form](res, { ...render, ...(file && { file }) }, outcome, context)
}

/** Finds the file of a result. One that lost bytes is as good as gone. */
async function requireFile(
  form: keyof typeof linkForms,
  { req }: Response,
  key: string,
  { artefact: { sizeBytes } }: RenderOutcome,
  context: AnswerContext,
): Promise<FoundFile> {
  const isSent = form === 'binary'
  const found = await (isSent
    ? findShared(req, key, context, sizeBytes)
    : findFile(context.store, key, sizeBytes))
  if (!found) throw fileNotFound()
  return found
}

/** Lets others keep a file for its life. That of a forced link they must ask for each time, or it would be rendered once. */
function setCaching(res: Response, lifeMs: number, { force }: Pick<PublicOptions, 'force'>): void {
  if (lifeMs <= 0) return
  if (force) return void res.setHeader('Cache-Control', 'no-cache')
  res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}`)
  res.setHeader('Expires', new Date(Date.now() + lifeMs).toUTCString())
}
