import { codes, type CodeEntry, type ErrorDetail } from '@render/errors'
import type { ErrorEnvelope } from '@render/http'
import { json, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const table = Object.entries<CodeEntry>(codes)

const header = (description: string, type = 'integer') => ({ description, schema: { type } })

/** Headers of answers to a key whose rate is limited. */
export const rateHeaders: Schema = {
  'x-ratelimit-limit': header('Renders a minute that the key may make, if limited.'),
  'x-ratelimit-remaining': header('Renders of these that are left.'),
  'x-ratelimit-reset': header('When all of them are available again, in Unix seconds.'),
  'x-ratelimit-resetdate': header('The same as an HTTP date.', 'string'),
}

export const errorSchemas: Record<string, Schema> = {
  ErrorCode: { type: 'string', enum: Object.keys(codes), description: describeCodes() },
  Error: shape<ErrorEnvelope['error']>(
    { message: text('One or more sentences for people.', { minLength: 1 }) },
    {
      code: schemaRef('ErrorCode'),
      details: listOf(
        shape<ErrorDetail>(
          { option: text('Option or path.'), message: text('What is wrong and what is valid.') },
          {},
        ),
        'Every problem with an option.',
      ),
      errors: text('The details as JSON text: a map from option to messages.', {
        contentMediaType: 'application/json',
      }),
    },
  ),
  ErrorEnvelope: shape<ErrorEnvelope>(
    {
      error: schemaRef('Error'),
      requestId: text('Also in the header x-service-request-id.', { format: 'uuid' }),
    },
    { status: { const: 'not-found', description: 'Only when no render has the id.' } },
  ),
}

/** One response for each HTTP status in the table of codes, to which operations refer. */
export const errorResponses: Record<string, Schema> = Object.fromEntries(
  [...Map.groupBy(table, ([, { status }]) => status)].map(([status, entries]) => [
    `Error${status}`,
    {
      description: entries.map(([code, { message }]) => `\`${code}\`: ${message}`).join('\n\n'),
      headers: headersOf(entries),
      content: json(schemaRef('ErrorEnvelope')),
    },
  ]),
)

/** Returns the error responses of an operation by HTTP status. */
export function failures(statuses: readonly number[]): Schema {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

function headersOf(entries: [string, CodeEntry][]): Schema {
  const message = header('The message in printable ASCII.', 'string')
  const wait = header('Seconds to wait before a retry, if known.')
  const isTemporary = entries.some(([, { status }]) => status === 429 || status === 503)
  const isRate = entries.some(([, { status }]) => status === 429)
  return {
    'x-service-error-message': message,
    ...(isTemporary && { 'Retry-After': wait }),
    ...(isRate && rateHeaders),
  }
}

function describeCodes(): string {
  const rows = table.map(
    ([code, { status, retryable, message }]) =>
      `| ${code} | ${status} | ${retryable ? 'yes' : 'no'} | ${message} |`,
  )
  return ['| Code | Status | Retry | Default message |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
