import { json, schemaRef, text, type Schema } from './schema.ts'

const time = (description: string) => text(description, { format: 'date-time' })

const meta = {
  type: 'object',
  properties: { startTime: time('When it began.'), endTime: time('When it ended.') },
  required: ['startTime', 'endTime'],
}
const ofRender = { renderId: text('Id of the render.', { format: 'uuid' }), meta }
const custom_id = text('What was sent as `custom_id`.')

/** What is told to receivers, by the type of the event. */
const bodies: Record<string, { summary: string; always: Record<string, Schema>; sometimes?: object }> = {
  'render.succeeded': {
    summary: 'A render was made',
    always: { ...ofRender, result: schemaRef('RenderResult') },
    sometimes: { custom_id },
  },
  'render.failed': {
    summary: 'A render failed for good, or was cancelled',
    always: { ...ofRender, error: schemaRef('Error') },
    sometimes: { custom_id },
  },
  'batch.finished': {
    summary: 'All renders of a batch have ended',
    always: { batchId: text('Id of the batch.', { format: 'uuid' }), result: schemaRef('BatchResult'), meta },
  },
  'webhook.test': {
    summary: 'Somebody tries out a receiver',
    always: {
      id: text('Id of the event.', { format: 'uuid' }),
      meta: {
        type: 'object',
        properties: { startTime: time('When it was asked for.') },
        required: ['startTime'],
      },
    },
  },
}

const headers = [
  header('webhook-id', 'The event, the same at every attempt.', { format: 'uuid' }),
  header('webhook-timestamp', 'Unix seconds of this attempt: refuse what is older than five minutes.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind `whsec_`; one for each valid secret, with a space between.',
  ),
  header(
    'x-service-signature',
    '`t=<timestamp>,sha256=<hex HMAC over timestamp.body>`, keyed with the newest secret as it is written.',
    { pattern: '^t=\\d+,sha256=[0-9a-f]{64}$' },
  ),
  header('x-service-attempt', 'Which attempt this is, from 1.', { pattern: '^[1-8]$' }),
]

const DESCRIPTION = `Sent to the \`webhook_url\` of a render or a batch. Eight attempts are made in about 27.5 h; an event may come more than
once, under the same \`webhook-id\`.`

export const webhooks: Record<string, Schema> = Object.fromEntries(
  Object.entries(bodies).map(([event, { summary, always, sometimes }]) => [
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
            properties: { event: { const: event }, ...always, ...sometimes },
            required: ['event', ...Object.keys(always)],
          }),
        },
        responses: {
          '2XX': { description: 'It was taken.' },
          410: { description: 'The receiver wants no more events: it is not tried again.' },
          default: { description: 'It is tried again, a redirect too. `Retry-After` lengthens the delay.' },
        },
      },
    },
  ]),
)

function header(name: string, description: string, more: Schema = {}): Schema {
  return { name, in: 'header', required: true, description, schema: { type: 'string', ...more } }
}
