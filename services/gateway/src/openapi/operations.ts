import { idempotencyKeySchema } from '../idempotency-key.ts'
import { failures } from './errors.ts'
import { rateHeaders } from './rate-headers.ts'
import { json, schemaRef, text, type Schema } from './schema.ts'

const NO_KEY: Schema[] = []
const KEY_OR_NONE: Schema[] = [{}, { secretKey: [] }]

const options = {
  required: true,
  content: {
    'application/json': { schema: schemaRef('RenderOptions') },
    'application/x-www-form-urlencoded': { schema: schemaRef('RenderOptions') },
  },
}

const renderId = path('renderId', text('Id of the render.', { format: 'uuid' }))

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request one that can be repeated: for 24 h the same key with the same options is the same render.',
  schema: idempotencyKeySchema,
}

const result = {
  description: 'The render is finished: its result, or its file when `response_type` wants that.',
  headers: {
    'x-service-warnings': { description: 'How many warnings there are.', schema: { type: 'integer' } },
    'x-service-rendered-by': { description: 'Host that made it.', schema: { type: 'string' } },
    'x-service-render-time': {
      description: 'Milliseconds that rendering took.',
      schema: { type: 'integer' },
    },
  },
  content: { ...json(schemaRef('SyncResult')), '*/*': {} },
}

const nothing = { description: 'The render is finished; `response_type` wants no answer.' }

const redirect = {
  description: 'The render is not finished yet: go on waiting at `Location`.',
  headers: { Location: { description: 'The same as `redirectUrl`.', schema: { type: 'string' } } },
  content: json(schemaRef('Redirect')),
}

const waiting = { 200: result, 204: nothing, 307: redirect, ...failures(400, 404, 500, 503) }

/** What can be asked, by what the logs call the route. Where a route has several addresses the first is the usual one. */
export const operations: Record<string, Record<string, Schema>> = {
  'create-sync': {
    post: {
      summary: 'Make a render and wait for it',
      parameters: [idempotencyKey],
      requestBody: options,
      responses: {
        200: result,
        204: nothing,
        307: redirect,
        ...failures(400, 401, 404, 409, 413, 415, 429, 500, 503),
      },
    },
  },
  'create-async': {
    post: {
      summary: 'Make a render and be answered at once',
      parameters: [idempotencyKey],
      requestBody: options,
      responses: {
        201: {
          description: 'The render is accepted.',
          headers: rateHeaders,
          content: json(schemaRef('CreatedRender')),
        },
        ...failures(400, 401, 409, 413, 415, 429, 500, 503),
      },
    },
  },
  'create-batch': {
    post: {
      summary: 'Make several renders',
      description:
        'All of them, or none: every complaint about one of them is named, as `renders[3].width`. When `webhook_url` is given, one event `batch.finished` is sent there once all have ended; each of the renders may have a `webhook_url` of its own.',
      parameters: [idempotencyKey],
      requestBody: { required: true, content: json(schemaRef('BatchOptions')) },
      responses: {
        201: {
          description: 'The renders are accepted.',
          headers: rateHeaders,
          content: json(schemaRef('CreatedBatch')),
        },
        ...failures(400, 401, 409, 413, 415, 429, 500, 503),
      },
    },
  },
  'read-batch': {
    get: {
      summary: 'Where the renders of a batch stand',
      parameters: [path('batchId', text('Id of the batch.', { format: 'uuid' }))],
      responses: {
        200: { description: 'Their status.', content: json(schemaRef('BatchStatus')) },
        ...failures(401, 404, 500, 503),
      },
    },
  },
  'read-status': {
    get: {
      summary: 'Where a render stands',
      description: 'Needs no key. One that is sent must be valid, and belong to the project of the render.',
      security: KEY_OR_NONE,
      parameters: [renderId],
      responses: {
        200: { description: 'Its status.', content: json(schemaRef('RenderStatus')) },
        ...failures(401, 404, 500, 503),
      },
    },
    delete: {
      summary: 'Cancel a render, or delete what it made',
      description:
        'One that has not ended fails with `RenderCancelledError`. Of one that succeeded the files are deleted, and its record has no addresses from then on. Asking again changes nothing.',
      parameters: [renderId],
      responses: {
        200: { description: 'Its status from now on.', content: json(schemaRef('RenderStatus')) },
        ...failures(401, 404, 500, 503),
      },
    },
  },
  'read-events': {
    get: {
      summary: 'Watch a render',
      description:
        'Server-sent events: `created`; `started`, `stages` and `retrying` as they come; `succeeded` or `failed`, after which the stream ends. The data of the first and the last one are the status, those of `started` have `attempt`, of `stages` the names of the `stages` that began, of `retrying` the milliseconds until the next attempt as `delayMs`. What is between the first and the last is kept for an hour.',
      parameters: [
        renderId,
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The id of the last event that was seen: those after it are sent.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        204: { description: 'The last one was seen.' },
        ...failures(401, 404, 500, 503),
      },
    },
  },
  'continue-wait': {
    get: waitOn('Go on waiting for a render'),
    post: waitOn('Go on waiting for a render, as clients do that repeat their POST'),
  },
  'read-artefact': {
    get: {
      summary: 'The file of a finished render',
      security: NO_KEY,
      parameters: ['year', 'month', 'day', 'file'].map((name) => path(name, { type: 'string' })),
      responses: {
        200: { description: 'The file.', content: { '*/*': {} } },
        206: { description: 'The part of it that `Range` asks for.', content: { '*/*': {} } },
        304: { description: 'The caller has it already.' },
        ...failures(404, 416, 500),
      },
    },
  },
  'read-usage': {
    get: {
      summary: 'What the organisation has used in its period',
      responses: {
        200: { description: 'Counts of succeeded renders.', content: json(schemaRef('Usage')) },
        ...failures(401, 500, 503),
      },
    },
  },
  'read-me': {
    get: {
      summary: 'Who the key belongs to',
      responses: {
        200: { description: 'Plan, usage and project.', content: json(schemaRef('Me')) },
        ...failures(401, 500, 503),
      },
    },
  },
  'list-options': {
    get: {
      summary: 'Every option of a render',
      security: NO_KEY,
      responses: {
        200: { description: 'The options.', content: json(schemaRef('OptionList')) },
        304: { description: 'The caller has them already.' },
      },
    },
  },
  'explain-option': {
    get: {
      summary: 'One option of a render',
      description: 'By its name in snake_case or camelCase. The message of a 404 has the nearest names.',
      security: NO_KEY,
      parameters: [path('name', { type: 'string' })],
      responses: {
        200: { description: 'The option.', content: json(schemaRef('Option')) },
        304: { description: 'The caller has it already.' },
        ...failures(404),
      },
    },
  },
  'bot-directory': {
    get: {
      summary: 'The keys that requests are signed by',
      description: 'For sites that verify requests made with `web_bot_auth`.',
      security: NO_KEY,
      responses: {
        200: {
          description: 'A set of public JSON Web Keys.',
          content: { 'application/http-message-signatures-directory+json': { schema: { type: 'object' } } },
        },
      },
    },
  },
  'read-openapi': {
    get: {
      summary: 'This document',
      security: NO_KEY,
      responses: {
        200: { description: 'OpenAPI 3.1.', content: json({ type: 'object' }) },
        304: { description: 'The caller has it already.' },
      },
    },
  },
  health: {
    get: {
      summary: 'Whether the service is alive',
      security: NO_KEY,
      responses: { 200: { description: 'It is.', content: json(schemaRef('Health')) } },
    },
  },
  ready: {
    get: {
      summary: 'Whether the service can work',
      security: NO_KEY,
      responses: {
        200: { description: 'It can.', content: json(schemaRef('Readiness')) },
        503: { description: 'Something that it needs is away.', content: json(schemaRef('Readiness')) },
      },
    },
  },
}

function waitOn(summary: string): Schema {
  const hop = path('hop', { type: 'integer', minimum: 1 })
  const seconds = { name: 'redirect_after', in: 'query', schema: { type: 'integer', minimum: 0 } }
  return { summary, security: NO_KEY, parameters: [renderId, hop, seconds], responses: waiting }
}

function path(name: string, schema: Schema): Schema {
  return { name, in: 'path', required: true, schema }
}
