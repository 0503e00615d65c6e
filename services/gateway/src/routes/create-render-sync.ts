import { readRender } from '../intake/read-render.ts'
import { idempotencyKey, renderBody, waitResponses } from '../openapi/responses.ts'
import { renderAndWait } from '../wait/render-and-wait.ts'
import type { Endpoint } from './endpoint.ts'

/** Makes a render and waits for its end; after `redirect_after` the caller is redirected to continue the wait. */
export const createRenderSync: Endpoint = {
  id: 'createRenderSync',
  method: 'post',
  paths: ['/v1/render/sync', '/v1/screenshot'],
  summary: 'Make a render and wait for it',
  key: 'required',
  parameters: [idempotencyKey],
  body: renderBody,
  responses: waitResponses,
  failures: [400, 401, 404, 409, 413, 415, 429, 500, 503],
  run: (context) => async (req, res) => {
    await renderAndWait(await readRender(req, res, { isAsync: false }, context), res, context)
  },
}
