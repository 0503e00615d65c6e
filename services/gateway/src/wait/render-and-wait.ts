import { asServiceUnavailable, optionsOf } from '@render/jobs'
import type { Response } from 'express'
import { setRenderHeader } from '../answer/headers.ts'
import { answerExisting, answerWhenEnded } from '../answer/answer-render.ts'
import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import { prepareRenders } from '../make/prepare-renders.ts'
import { submitRenders } from '../make/submit-renders.ts'
import { assignIds } from '../idempotency/assign-ids.ts'

/**
 * Makes the render of a request, unless there is one already, and answers with its result. When the caller disconnects, a
 * render that no worker has started is withdrawn, unless its result can still reach the caller.
 */
export async function renderAndWait(intake: Intake, res: Response, context: GatewayContext): Promise<void> {
  const assigned = await assignIds(intake, context)
  const prepared = await prepareRenders(intake, assigned, res, context)

  const { submission, redirectAfterSeconds } = prepared.renders[0]!
  const { id: renderId, record, webhook } = submission
  const continuation = { renderId, hop: 0, redirectAfterSeconds, isLink: intake.link !== undefined }
  setRenderHeader(res, renderId)
  using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
  await submitRenders(prepared, context)

  if (assigned.state === 'existing') await answerExisting(res, wait, continuation, context)
  else await answerWhenEnded(res, wait, { renderId, options: optionsOf(record) }, continuation, context)

  const isReachable = webhook !== undefined || intake.idempotent !== undefined
  if (!res.headersSent && !isReachable)
    await asServiceUnavailable(context.canceller.withdraw(renderId, record.queue))
}
