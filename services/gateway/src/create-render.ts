import { isForm, optionsBody } from '@render/http'
import { orQueueAway, type Repeatable } from '@render/jobs'
import type { RequestHandler, Response } from 'express'
import { randomUUIDv7 } from 'node:crypto'
import { admitRenders, giveBack, unlessRefused } from './admit-renders.ts'
import { admitCaller, callerOf } from './admit.ts'
import { UNASKED } from './check-addresses.ts'
import type { GatewayContext } from './context.ts'
import { claim, repeatableOf } from './idempotency-key.ts'
import { readOptions } from './read-options.ts'
import { routeRender } from './route-render.ts'
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
      const asked = readOptions(body, caller.account, context.options, { isForm: isForm(req) })
      const requestId = String(res.locals.requestId)
      const request = { renderId: randomUUIDv7(), asked, isAsync, caller, requestId }
      const repeatable = repeatableOf(req, caller, { options: asked.options, unknown: asked.unknown })
      const prepared = await (repeatable
        ? prepareOnce(repeatable, request, res, context)
        : prepareNew(request, res, context))
      tellRender(res, prepared.submission.id)
      await answer(res, prepared)
    },
  ]
}

/** Within the limits of whoever asks. */
async function prepareNew(
  request: RenderRequest,
  res: Response,
  context: GatewayContext,
): Promise<PreparedRender> {
  const { renderId, asked, isAsync, caller } = request
  const { queue } = routeRender(asked, context.routing)
  await admitRenders(res, caller, { renderIds: [renderId], isAsync, queue }, context)
  return unlessRefused(prepareRender(request, context), caller, [renderId], context)
}

/** With the id of the render that the request made when it came first, and within no limit when it was accepted then. */
async function prepareOnce(
  repeatable: Repeatable,
  request: RenderRequest,
  res: Response,
  context: GatewayContext,
): Promise<PreparedRender> {
  const isAccepted = await orQueueAway(context.claims.isAccepted(repeatable))
  // What was accepted stays so, though a name may not resolve any more.
  const prepared = await (isAccepted
    ? prepareRender(request, { ...context, egress: UNASKED })
    : prepareNew(request, res, context))
  const { caller, renderId: ownId } = request
  const claiming = claim(repeatable, ownId, context)
  const { renderId, state } = await unlessRefused(claiming, caller, [ownId], context)
  if (renderId !== ownId) giveBack(caller, [ownId], context)
  return {
    ...prepared,
    submission: { ...prepared.submission, id: renderId },
    claimed: { repeatable, state },
  }
}
