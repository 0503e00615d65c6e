import { RenderError } from '@render/errors'
import { setRenderHeader } from '../answer/headers.ts'
import { answerExisting } from '../answer/answer-render.ts'
import { allowAnyOrigin } from '../answer/shared-file.ts'
import { waitResponses } from '../openapi/responses.ts'
import { continuationPath, parseContinuation } from '../wait/continuation.ts'
import type { Endpoint } from './endpoint.ts'

const common = {
  paths: [continuationPath],
  isForAnyOrigin: true,
  key: 'none',
  parameters: [
    { name: 'redirect_after', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'link', in: 'query', schema: { const: 'true' } },
  ],
  responses: waitResponses,
  failures: [400, 404, 429, 500, 503],
  run: (context) => async (req, res) => {
    // A request whose body is not read would never be complete, and time out.
    req.resume()
    const continuation = parseContinuation(req.params, req.query)
    if (!continuation) throw new RenderError('RenderNotFound')
    const { renderId, redirectAfterSeconds } = continuation
    setRenderHeader(res, renderId)
    if (continuation.isLink) allowAnyOrigin(res)
    using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
    await answerExisting(res, wait, continuation, context)
  },
} satisfies Omit<Endpoint, 'id' | 'method' | 'summary'>

/** Continues the wait of a redirected caller. Needs no key, because many clients drop it when they follow a redirect. */
export const continueWait: Endpoint = {
  ...common,
  id: 'continueWait',
  method: 'get',
  summary: 'Continue to wait for a render',
}

/** The same for clients that repeat their POST, whose body is ignored. */
export const continueWaitByPost: Endpoint = {
  ...common,
  id: 'continueWaitByPost',
  method: 'post',
  summary: 'Continue to wait for a render, for clients that repeat their POST',
}
