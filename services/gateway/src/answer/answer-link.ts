// What the answer to a render link has that no other answer has: it can be kept by caches and embedded by pages.
import type { RenderOutcome } from '@render/outputs'
import { expiryOf } from '@render/storage'
import { optionOf, type PublicOptions } from '@render/options'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { fileNotFound, findFile } from './artefact-file.ts'
import { setDownloadHeader } from './download-header.ts'
import { setOutcomeHeaders, setSideHeaders } from './headers.ts'
import { resultForms, type AnsweredRender, type Form } from './result-forms.ts'
import { sendSharedFile } from './shared-file.ts'

type Answering = Pick<GatewayContext, 'urls' | 'store' | 'artefactDays'>

/** The forms of `response_type`; JSON is the same for every caller. */
const linkForms: Record<NonNullable<PublicOptions['response_type']>, Form<Answering>> = {
  ...resultForms,
  async binary(res, { options }, outcome, context) {
    const { key } = outcome.artefact
    const found = await findFile(context.store, key)
    if (!found) throw fileNotFound()
    setSideHeaders(res, outcome, context.urls.artefacts)
    setDownloadHeader(res, options)
    setCaching(res, lifeMs(options, outcome, context))
    await sendSharedFile(res.req, res, key, found, context)
  },
  async base64(res, render, outcome, context) {
    setCaching(res, lifeMs(render.options, outcome, context))
    await resultForms.base64(res, render, outcome, context)
  },
}

/** Answers a link with the result of its render, in the form that `response_type` selects. */
export async function answerLink(
  res: Response,
  render: AnsweredRender,
  outcome: RenderOutcome,
  cacheStatus: 'HIT' | 'MISS',
  context: Answering,
): Promise<void> {
  res.setHeader('x-service-cache-status', cacheStatus)
  setOutcomeHeaders(res, outcome)
  await linkForms[render.options.response_type ?? 'binary'](res, render, outcome, context)
}

/** Returns how long the result of a link is still valid: for its `ttl`, and as long as its file is kept. */
function lifeMs(
  { ttl = optionOf('ttl').default as number }: PublicOptions,
  { artefact, endedAt }: RenderOutcome,
  { artefactDays }: Pick<Answering, 'artefactDays'>,
): number {
  const end = Math.min(endedAt + ttl * 1000, expiryOf(artefact.key, artefactDays).getTime())
  return ttl === 0 ? 0 : end - Date.now()
}

function setCaching(res: Response, lifeMs: number): void {
  if (lifeMs <= 0) return
  res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}`)
  res.setHeader('Expires', new Date(Date.now() + lifeMs).toUTCString())
}
