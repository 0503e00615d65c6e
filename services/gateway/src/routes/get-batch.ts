import { RenderError } from '@render/errors'
import { clientOf } from '@render/http'
import { batchBody } from '../answer/bodies.ts'
import { identifyCaller } from '../intake/identify.ts'
import { okResponse } from '../openapi/responses.ts'
import { parseRenderId } from '../renders/render-id.ts'
import type { Endpoint } from './endpoint.ts'

/** Answers with the status of a batch, for a key of its project; for other keys as if it did not exist. */
export const getBatch: Endpoint = {
  id: 'getBatch',
  method: 'get',
  paths: ['/v1/render/batch/:batchId'],
  summary: 'Get the status of a batch',
  key: 'required',
  responses: okResponse('The status of the batch and of each of its renders.', 'BatchStatus'),
  failures: [401, 404, 429, 500, 503],
  run: (context) => async (req, res) => {
    const caller = await identifyCaller(req, context)
    const batchId = parseRenderId(req.params.batchId)
    const batch = batchId && (await context.renderLookup.batch(batchId, clientOf(req)))
    if (!batch || batch.projectId !== caller.projectId)
      throw new RenderError('RenderNotFound', { message: 'No batch has this id.' })
    res.json(batchBody(batchId, batch, context.urls))
  },
}
