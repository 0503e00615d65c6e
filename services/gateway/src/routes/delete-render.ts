import { RenderError } from '@render/errors'
import { clientOf } from '@render/http'
import { answerStatus } from '../answer/answer-render.ts'
import { identifyCaller } from '../intake/identify.ts'
import { okResponse } from '../openapi/responses.ts'
import { cancelRender } from '../renders/cancel-render.ts'
import { deleteFiles } from '../renders/delete-files.ts'
import { requireRenderId } from '../answer/require-render-id.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Cancels a render that has not ended, or deletes the files of one that has succeeded, and answers with its status. Only
 * for a key of its project; for other keys the answer is as if the render did not exist.
 */
export const deleteRender: Endpoint = {
  id: 'deleteRender',
  method: 'delete',
  paths: ['/v1/render/:renderId'],
  summary: 'Cancel a render or delete its files',
  description:
    'A render that has not ended is cancelled and fails with `RenderCancelledError`. The files of a render that has succeeded are deleted, and its record has no addresses from then on. Repeating the request changes nothing.',
  key: 'required',
  responses: okResponse('The status of the render after the request.', 'RenderStatus'),
  failures: [401, 404, 429, 500, 503],
  run: (context) => async (req, res) => {
    const caller = await identifyCaller(req, context)
    const renderId = requireRenderId(req, res)
    const found = await context.renderLookup.find(renderId, clientOf(req))
    if (found?.projectId !== caller.projectId) throw new RenderError('RenderNotFound')
    const end = await cancelRender(renderId, found.queue, res, context)
    const state = end.status === 'succeeded' ? await deleteFiles(renderId, end.outcome, context) : end
    answerStatus(res, found, state, context.urls)
  },
}
