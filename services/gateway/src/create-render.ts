import { isForm, optionsBody } from '@render/http'
import type { RequestHandler, Response } from 'express'
import { admitCaller, callerOf } from './admit.ts'
import type { GatewayContext } from './context.ts'
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
      const request: RenderRequest = {
        body: req.body as Record<string, unknown>,
        isForm: isForm(req),
        isAsync,
        caller: callerOf(res),
        requestId: String(res.locals.requestId),
      }
      const prepared = await prepareRender(request, context)
      tellRender(res, prepared.submission.id)
      await answer(res, prepared)
    },
  ]
}
