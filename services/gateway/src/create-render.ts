import { RenderError } from '@render/errors'
import { isForm, optionsBody } from '@render/http'
import type { Claim, Repeatable } from '@render/jobs'
import type { RequestHandler, Response } from 'express'
import { admitCaller, callerOf } from './admit.ts'
import type { GatewayContext } from './context.ts'
import { repeatableOf } from './idempotency-key.ts'
import { orQueueAway } from './queue-away.ts'
import { prepareRender, type PreparedRender, type RenderRequest } from './submit-render.ts'
import { tellRender } from './tell-render.ts'

/** What every route does that makes a render: who asks is settled before anything of the body is read. */
export function createRender(
  context: GatewayContext,
  isAsync: RenderRequest['isAsync'],
  answer: (res: Response, prepared: PreparedRender) => Promise<void>,
): RequestHandler[] {
  return [
    admitCaller(context),
    optionsBody(context.bodyLimitBytes, context.bodyLimits),
    async (req, res) => {
      const caller = callerOf(res)
      const body = req.body as Record<string, unknown>
      const parsed = context.options.parseOptions(body, { isForm: isForm(req) })
      const request = { parsed, isAsync, caller, requestId: String(res.locals.requestId) }
      const repeatable = repeatableOf(req, caller, parsed)
      const prepared = await (repeatable
        ? prepareOnce(repeatable, request, context)
        : prepareRender(request, context))
      tellRender(res, prepared.submission.id)
      await answer(res, prepared)
    },
  ]
}

/** As `prepareRender`, with the id of the render that the request made when it came first. */
async function prepareOnce(
  repeatable: Repeatable,
  request: RenderRequest,
  context: GatewayContext,
): Promise<PreparedRender> {
  const isAccepted = await orQueueAway(context.claims.isAccepted(repeatable))
  // What was accepted stays so, though a name may not resolve any more.
  const prepared = await prepareRender(request, isAccepted ? { ...context, egress: UNASKED } : context)
  const { renderId, state } = await claim(repeatable, prepared.submission.id, context)
  return {
    ...prepared,
    submission: { ...prepared.submission, id: renderId },
    claimed: { repeatable, state },
  }
}

const UNASKED: GatewayContext['egress'] = { check: async () => {} }

async function claim(
  repeatable: Repeatable,
  renderId: string,
  { claims }: Pick<GatewayContext, 'claims'>,
): Promise<Claim> {
  const claimed = await orQueueAway(claims.claim(repeatable, renderId))
  if (claimed.state === 'other') throw new RenderError('IdempotencyKeyReused')
  return claimed
}
