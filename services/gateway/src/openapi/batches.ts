import { MAX_RENDERS } from '../intake/read-batch.ts'
import { integer, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const batchId = text('Id of the batch.', { format: 'uuid' })
const statusUrl = text('Address of its status, which needs a key of the project.', { format: 'uri' })
const counts = {
  size: integer('Number of renders.'),
  succeeded: integer('Number of renders that have succeeded.'),
  failed: integer('Number of renders that have failed.'),
}

/** Schemas of requests for batches and of their answers. */
export const batchSchemas: Record<string, Schema> = {
  BatchOptions: {
    type: 'object',
    properties: {
      renders: {
        ...listOf(schemaRef('RenderOptions'), 'Options of each render.'),
        minItems: 1,
        maxItems: MAX_RENDERS,
      },
      webhook_url: text('Receiver of the event that is sent when all renders have ended.', {
        format: 'uri',
      }),
    },
    required: ['renders'],
  },
  CreatedBatch: shape<{
    status: string
    batchId: string
    statusUrl: string
    renders: object[]
    warnings?: string[]
  }>(
    {
      status: { const: 'created' },
      batchId,
      statusUrl,
      renders: listOf(schemaRef('CreatedRender'), 'The renders, in the order of the request.'),
    },
    { warnings: listOf({ type: 'string' }, 'Options that have no effect beside `renders`.') },
  ),
  BatchResult: shape<{ size: number; succeeded: number; failed: number; renders: object[] }>(
    {
      ...counts,
      renders: listOf(
        shape<{ renderId: string; status: string }>(
          {
            renderId: text('Id of the render.', { format: 'uuid' }),
            status: { enum: ['succeeded', 'failed'] },
          },
          {},
        ),
        'The end of each render, in the order of the request.',
      ),
    },
    {},
  ),
  BatchStatus: shape<{
    batchId: string
    status: string
    statusUrl: string
    size: number
    succeeded: number
    failed: number
    renders: object[]
  }>(
    {
      batchId,
      status: { enum: ['created', 'finished'] },
      statusUrl,
      ...counts,
      renders: listOf(schemaRef('RenderStatus'), 'Status of each render, in the order of the request.'),
    },
    {},
  ),
}
