import { asServiceUnavailable } from '@render/jobs'
import { setRenderHeader } from '../answer/headers.ts'
import { answerExisting, answerWhenEnded } from '../answer/respond.ts'
import { readRender } from '../intake/read-render.ts'
import { prepareRenders } from '../make/prepare-renders.ts'
import { submitRenders } from '../make/submit-renders.ts'
import { idempotencyKey, renderBody, waitAnswers } from '../openapi/answers.ts'
import { reserve } from '../reuse/reserve.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Makes a render and waits for its end; after `redirect_after` the caller is redirected to continue the wait. When the
 * caller disconnects, a render that no worker has started is withdrawn, unless its result can still reach the caller.
 */
export const createSync: Endpoint = {
  name: 'create-sync',
  method: 'post',
  paths: ['/v1/render/sync', '/v1/screenshot'],
  summary: 'Make a render and wait for it',
  key: 'required',
  parameters: [idempotencyKey],
  body: renderBody,
  answers: waitAnswers,
  failures: [400, 401, 404, 409, 413, 415, 429, 500, 503],
  run: (context) => async (req, res) => {
    const intake = await readRender(req, res, false, context)
    const reservation = await reserve(intake, context)
    const prepared = await prepareRenders(intake, reservation, res, context)

    const { submission, redirectAfterSeconds } = prepared.renders[0]!
    const { id: renderId, record, webhook } = submission
    const continuation = { renderId, hop: 0, redirectAfterSeconds }
    setRenderHeader(res, renderId)
    using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
    await submitRenders(prepared, context)

    if (reservation.state === 'existing') await answerExisting(res, wait, continuation, context)
    else await answerWhenEnded(res, wait, { renderId, options: record.options }, continuation, context)

    const isReachable = webhook !== undefined || intake.idempotent !== undefined
    if (!res.headersSent && !isReachable)
      await asServiceUnavailable(context.canceller.withdraw(renderId, record.queue))
  },
}
