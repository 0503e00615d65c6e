import { RenderError } from '@render/errors'
import { setRenderHeader } from '../answer/headers.ts'
import { answerCreated } from '../answer/answer-render.ts'
import { readRender } from '../intake/read-render.ts'
import { prepareRenders } from '../make/prepare-renders.ts'
import { submitRenders } from '../make/submit-renders.ts'
import { createdResponse, idempotencyKey, renderBody } from '../openapi/responses.ts'
import { assignIds } from '../idempotency/assign-ids.ts'
import type { Endpoint } from './endpoint.ts'

export const createRenderAsync: Endpoint = {
  id: 'createRenderAsync',
  method: 'post',
  paths: ['/v1/render/async', '/v1/screenshot/async', '/v1/render'],
  summary: 'Make a render without waiting for it',
  key: 'required',
  parameters: [idempotencyKey],
  body: renderBody,
  responses: createdResponse('The render is accepted.', 'CreatedRender'),
  failures: [400, 401, 409, 413, 415, 429, 500, 503],
  run: (context) => async (req, res) => {
    const intake = await readRender(req, res, { isAsync: true }, context)
    const assigned = await assignIds(intake, context)
    const prepared = await prepareRenders(intake, assigned, res, context)
    setRenderHeader(res, assigned.id)
    await submitRenders(prepared, context)
    answerCreated(res, prepared, context)
  },
}

/** Answers clients that poll without an id. */
export const refuseWithoutId: Endpoint = {
  id: 'refuseWithoutId',
  method: 'get',
  paths: ['/v1/render'],
  summary: 'Refuse a status request without an id',
  key: 'none',
  responses: {},
  failures: [400],
  isHidden: true,
  run: () => () => {
    throw new RenderError('NoRenderIdProvided')
  },
}
