import { OMITTED_FIRST } from '@render/outputs'
import { json, listOf, schemaRef, text, type Schema } from './schema.ts'

const time = (description: string) => text(description, { format: 'date-time' })

const meta = {
  type: 'object',
  properties: { startTime: time('Start.'), endTime: time('End.') },
  required: ['startTime', 'endTime'],
}
const ofRender = { renderId: text('Id of the render.', { format: 'uuid' }), meta }
const custom_id = text('The `custom_id` of the request.')

const result = {
  allOf: [
    schemaRef('RenderResult'),
    {
      type: 'object',
      properties: {
        omitted: listOf(
          { enum: OMITTED_FIRST },
          'Members that are left out because the body would be longer than 20 kB; the status has them.',
        ),
      },
    },
  ],
}

/** Bodies of events by their type. */
const bodies: Record<string, { summary: string; required: Record<string, Schema>; optional?: object }> = {
  'render.succeeded': {
    summary: 'A render has succeeded',
    required: { ...ofRender, result },
    optional: { custom_id },
  },
  'render.failed': {
    summary: 'A render has failed or was cancelled',
    required: { ...ofRender, error: schemaRef('Error') },
    optional: { custom_id },
  },
  'batch.finished': {
    summary: 'All renders of a batch have ended',
    required: {
      batchId: text('Id of the batch.', { format: 'uuid' }),
      result: schemaRef('BatchResult'),
      meta,
    },
  },
  'webhook.test': {
    summary: 'A test of a receiver',
    required: {
      id: text('Id of the event.', { format: 'uuid' }),
      meta: {
        type: 'object',
        properties: { startTime: time('Time of the request for the test.') },
        required: ['startTime'],
      },
    },
  },
}

const headers = [
  header('webhook-id', 'Id of the event, the same in every attempt.', { format: 'uuid' }),
  header(
    'webhook-timestamp',
    'Unix seconds of this attempt. Refuse requests that are older than five minutes.',
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes after `whsec_`; one for each valid secret, separated by spaces.',
  ),
  header(
    'x-service-signature',
    '`t=<timestamp>,sha256=<hex HMAC over timestamp.body>`, keyed with the text of the newest secret.',
    { pattern: '^t=\\d+,sha256=[0-9a-f]{64}$' },
  ),
  header('x-service-attempt', 'Number of the attempt, from 1.', { pattern: '^[1-8]$' }),
]

const DESCRIPTION = `Sent to the \`webhook_url\` of a render or a batch. Eight attempts are made in about 27.5 h; an event may come more than
once, under the same \`webhook-id\`.`

export const webhooks: Record<string, Schema> = Object.fromEntries(
  Object.entries(bodies).map(([event, { summary, required, optional }]) => [
    event,
    {
      post: {
        summary,
        description: DESCRIPTION,
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: { event: { const: event }, ...required, ...optional },
            required: ['event', ...Object.keys(required)],
          }),
        },
        responses: {
          '2XX': { description: 'The event is delivered.' },
          410: { description: 'The receiver refuses the event: it is not sent again.' },
          default: {
            description: 'The event is sent again, also after a redirect. `Retry-After` lengthens the delay.',
          },
        },
      },
    },
  ]),
)

function header(name: string, description: string, more: Schema = {}): Schema {
  return { name, in: 'header', required: true, description, schema: { type: 'string', ...more } }
}
