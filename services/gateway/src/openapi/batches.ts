import { MOST_RENDERS } from '../batch/parse-batch.ts'
import { integer, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const batchId = text('Id of the batch.', { format: 'uuid' })
const statusUrl = text('Where its status is read, with a key of the project.', { format: 'uri' })
const counts = {
  size: integer('How many renders it has.'),
  succeeded: integer('Renders that have succeeded.'),
  failed: integer('Renders that have failed.'),
}

/** What is sent and answered of several renders in one request. */
export const batchSchemas: Record<string, Schema> = {
  BatchOptions: {
    type: 'object',
    properties: {
      renders: {
        ...listOf(schemaRef('RenderOptions'), 'The options of each render.'),
        minItems: 1,
        maxItems: MOST_RENDERS,
      },
      webhook_url: text('Who is told when all of them have ended.', { format: 'uri' }),
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
    { warnings: listOf({ type: 'string' }, 'What has no effect beside the renders.') },
  ),
  BatchResult: shape<{ size: number; succeeded: number; failed: number; renders: object[] }>(
    {
      ...counts,
      renders: listOf(
        shape<{ renderId: string; status: string }>(
          { renderId: text('Its id.', { format: 'uuid' }), status: { enum: ['succeeded', 'failed'] } },
          {},
        ),
        'How each has ended, in the order of the request.',
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
      renders: listOf(schemaRef('RenderStatus'), 'The status of each, in the order of the request.'),
    },
    {},
  ),
}
