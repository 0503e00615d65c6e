import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import type { RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { continuationPath, parseContinuation } from '../continuation.ts'
import { answerKnown } from '../respond.ts'
import { tellRender } from '../tell-render.ts'

/**
 * Goes on waiting for a render that was created elsewhere. Needs no key, since many clients drop it when they are sent
 * on; starts nothing, and ignores the body that a repeated POST brings.
 */
export function continueWait(context: GatewayContext): Route {
  const handle: RequestHandler = async (req, res) => {
    const continuation = parseContinuation(req.params, req.query)
    if (!continuation) throw new RenderError('RenderNotFound')
    const { renderId, redirectAfterSeconds } = continuation
    tellRender(res, renderId)
    using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
    await answerKnown(res, wait, continuation, context)
  }
  return { name: 'continue-wait', paths: [continuationPath], handlers: { get: [handle], post: [handle] } }
}
