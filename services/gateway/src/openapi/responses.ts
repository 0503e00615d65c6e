// Parts of operations that several endpoints declare.
import { CERTIFICATE_HEADERS, SIDE_HEADERS } from '../answer/headers.ts'
import { idempotencyKeySchema } from '../idempotency/idempotency-key.ts'
import { rateHeaders } from './errors.ts'
import { json, schemaRef, type Schema } from './schema.ts'

/** The body of a request for one render. */
export const renderBody: Schema = {
  'application/json': { schema: schemaRef('RenderOptions') },
  'application/x-www-form-urlencoded': { schema: schemaRef('RenderOptions') },
}

export const idempotencyKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to repeat: for 24 h, requests with the same key and the same options make one render.',
  schema: idempotencyKeySchema,
}

const sideHeaders: Schema = Object.fromEntries(
  SIDE_HEADERS.map(({ header, result }) => [
    header,
    { description: `The same as \`${result}\`, when the answer is not JSON.`, schema: { type: 'string' } },
  ]),
)

const certificateHeaders: Schema = Object.fromEntries(
  Object.entries(CERTIFICATE_HEADERS).map(([member, header]) => [
    header,
    {
      description:
        member === 'hashedOptions'
          ? 'The same as `hashedOptions` in base64url, when the answer is not JSON; absent when it is too long.'
          : `The same as \`${member}\`, when the answer is not JSON.`,
      schema: { type: 'string' },
    },
  ]),
)

/** Responses to a caller who waits for a render. */
export const waitResponses: Record<number, Schema> = {
  200: {
    description: 'The render has succeeded: its result, or its file when `response_type` selects that.',
    headers: {
      'x-service-warnings': { description: 'Number of warnings.', schema: { type: 'integer' } },
      'x-service-rendered-by': { description: 'Host that made the render.', schema: { type: 'string' } },
      'x-service-render-time': {
        description: 'Duration of the render in milliseconds.',
        schema: { type: 'integer' },
      },
      ...sideHeaders,
      ...certificateHeaders,
    },
    content: { ...json(schemaRef('SyncResult')), '*/*': {} },
  },
  204: {
    description: 'The render has succeeded; `response_type` is `none`.',
    headers: { ...sideHeaders, ...certificateHeaders },
  },
  307: {
    description: 'The render has not ended yet: continue to wait at `Location`.',
    headers: { Location: { description: 'The same as `redirectUrl`.', schema: { type: 'string' } } },
    content: json(schemaRef('Redirect')),
  },
}

/** Responses with a file that callers may keep and ask for in parts. */
export const fileResponses: Record<number, Schema> = {
  200: { description: 'The file.', content: { '*/*': {} } },
  206: { description: 'The part of the file that `Range` selects.', content: { '*/*': {} } },
  304: { description: 'The caller has the current version.' },
}

/** Responses to a render link. */
export const linkResponses: Record<number, Schema> = {
  ...waitResponses,
  200: {
    ...waitResponses[200],
    description: 'The file, or the result as JSON when `response_type` selects that.',
    headers: {
      ...(waitResponses[200]!.headers as Schema),
      'x-service-cache-status': {
        description: 'Whether the file was made for this request.',
        schema: { enum: ['HIT', 'MISS'] },
      },
    },
  },
  206: fileResponses[206]!,
  304: fileResponses[304]!,
}

/** Returns the documented response to a request for renders that does not wait. */
export function createdResponse(description: string, schema: string): Record<number, Schema> {
  return { 201: { description, headers: rateHeaders, content: json(schemaRef(schema)) } }
}

/** Returns the documented response with JSON of a schema. */
export function okResponse(description: string, schema: string): Record<number, Schema> {
  return { 200: { description, content: json(schemaRef(schema)) } }
}

/** Response to a conditional request. */
export const notModified: Record<number, Schema> = { 304: fileResponses[304]! }
