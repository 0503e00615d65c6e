import { optionsBody } from '@render/http'
import type { RequestHandler, Response } from 'express'
import { admitCaller, callerOf } from './admit.ts'
import type { GatewayContext } from './context.ts'
import { prepareRender, type PreparedRender } from './submit-render.ts'

/** What every route does that makes a render: who asks is settled before anything of the body is read. */
export function createRender(
  context: GatewayContext,
  answer: (res: Response, prepared: PreparedRender) => Promise<void>,
): RequestHandler[] {
  return [
    admitCaller(context),
    optionsBody(context.bodyLimitBytes),
    async (req, res) => {
      const body = req.body as Record<string, unknown>
      const prepared = await prepareRender(body, callerOf(res), String(res.locals.requestId), context)
      res.locals.renderId = prepared.submission.id
      await answer(res, prepared)
    },
  ]
}
