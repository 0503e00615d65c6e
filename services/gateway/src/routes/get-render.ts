import { RenderError } from '@render/errors'
import { clientOf } from '@render/http'
import { answerStatus } from '../answer/answer-render.ts'
import { hasKey, identifyCaller } from '../intake/identify.ts'
import { okResponse } from '../openapi/responses.ts'
import { requireRenderId } from '../answer/require-render-id.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Answers with the status of a render. No key is needed, but one that is sent must be valid; for a key of another project
 * the answer is as if the render did not exist.
 */
export const getRender: Endpoint = {
  id: 'getRender',
  method: 'get',
  paths: ['/v1/render/:renderId'],
  summary: 'Get the status of a render',
  description: 'Needs no key. A key that is sent must be valid and belong to the project of the render.',
  key: 'optional',
  responses: okResponse('The status of the render.', 'RenderStatus'),
  failures: [401, 404, 429, 500, 503],
  run: (context) => async (req, res) => {
    const caller = hasKey(req) ? await identifyCaller(req, context) : undefined
    const renderId = requireRenderId(req, res)
    const found = await context.renderLookup.find(renderId, clientOf(req))
    const isCallers = !caller || caller.projectId === found?.projectId
    if (!found || !isCallers) throw new RenderError('RenderNotFound')
    answerStatus(res, found, found.state, context.urls)
  },
}
