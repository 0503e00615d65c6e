import { answerCreatedBatch } from '../answer/answer-render.ts'
import { readBatch } from '../intake/read-batch.ts'
import { prepareRenders } from '../make/prepare-renders.ts'
import { submitRenders } from '../make/submit-renders.ts'
import { createdResponse, idempotencyKey } from '../openapi/responses.ts'
import { json, schemaRef } from '../openapi/schema.ts'
import { assignIds } from '../idempotency/assign-ids.ts'
import type { Endpoint } from './endpoint.ts'

export const createBatch: Endpoint = {
  id: 'createBatch',
  method: 'post',
  paths: ['/v1/render/batch'],
  summary: 'Make several renders without waiting for them',
  description:
    'Makes all of them, or none: an error lists every problem of every render, with names such as `renders[3].width`. With `webhook_url`, one event `batch.finished` is sent when all renders have ended; each render may have a `webhook_url` of its own.',
  key: 'required',
  parameters: [idempotencyKey],
  body: json(schemaRef('BatchOptions')),
  responses: createdResponse('The renders are accepted.', 'CreatedBatch'),
  failures: [400, 401, 409, 413, 415, 429, 500, 503],
  run: (context) => async (req, res) => {
    const intake = await readBatch(req, res, context)
    const assigned = await assignIds(intake, context)
    const prepared = await prepareRenders(intake, assigned, res, context)
    await submitRenders(prepared, context)
    answerCreatedBatch(res, prepared, context)
  },
}
