import { orQueueAway } from '@render/jobs'
import type { Route } from '@render/http'
import type { GatewayContext } from '../context.ts'
import { createRender } from '../create-render.ts'
import { answerKnown, answerWhenEnded } from '../respond.ts'
import { submitRender } from '../submit-render.ts'

/**
 * Makes a render and waits for its end; after `redirect_after` the caller is sent on to wait elsewhere. One that leaves
 * before that, and that nobody else can hear of, is withdrawn while no worker has begun it.
 */
export function createSync(context: GatewayContext): Route {
  const post = createRender(context, false, async (res, prepared) => {
    const { submission, redirectAfterSeconds, claimed } = prepared
    const renderId = submission.id
    using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
    await submitRender(prepared, context)
    const continuation = { renderId, hop: 0, redirectAfterSeconds }
    if (!claimed || claimed.state === 'new') {
      const asked = { renderId, options: submission.record.options }
      await answerWhenEnded(res, wait, { asked, continuation }, context)
    } else {
      await answerKnown(res, wait, continuation, context)
    }
    const isAwaited = submission.webhook !== undefined || claimed !== undefined
    if (!res.headersSent && !isAwaited)
      await orQueueAway(context.canceller.withdraw(renderId, submission.record.queue))
  })
  return { name: 'create-sync', paths: ['/v1/render/sync', '/v1/screenshot'], handlers: { post } }
}
