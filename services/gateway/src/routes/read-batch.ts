import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { isFinished } from '@render/jobs'
import type { RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import { batchUrl } from '../batch/batch-url.ts'
import type { GatewayContext } from '../context.ts'
import { parseRenderId } from '../render-id.ts'
import { statusRecord } from '../respond.ts'

/** Where the renders of a batch stand, for a key of its project; others are told what they would be told of an unknown id. */
export function readBatch(context: GatewayContext): Route {
  const { accounts, lookUp, urls } = context
  const handle: RequestHandler = async (req, res) => {
    const caller = await authenticate(req, accounts)
    const batchId = parseRenderId(req.params.batchId)
    const batch = batchId && (await lookUp.batch(batchId))
    if (!batch || batch.projectId !== caller.projectId)
      throw new RenderError('RenderNotFound', { message: 'No batch has this id.' })
    const { renders } = batch
    const count = (status: string) => renders.filter(({ state }) => state.status === status).length
    res.json({
      batchId,
      status: renders.every(({ state }) => isFinished(state)) ? 'finished' : 'created',
      statusUrl: batchUrl(urls.public, batchId),
      size: renders.length,
      succeeded: count('succeeded'),
      failed: count('failed'),
      renders: renders.map(({ renderId, options, state }) =>
        statusRecord({ renderId, options }, state, urls),
      ),
    })
  }
  return { name: 'read-batch', paths: ['/v1/render/batch/:batchId'], handlers: { get: [handle] } }
}
