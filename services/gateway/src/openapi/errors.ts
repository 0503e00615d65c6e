import { codes, type CodeEntry, type ErrorDetail } from '@render/errors'
import type { ErrorEnvelope } from '@render/http'
import { rateHeaders } from './rate-headers.ts'
import { json, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const table = Object.entries<CodeEntry>(codes)

export const errorSchemas: Record<string, Schema> = {
  ErrorCode: { type: 'string', enum: Object.keys(codes), description: describeCodes() },
  Error: shape<ErrorEnvelope['error']>(
    { message: text('One sentence or more, for people.', { minLength: 1 }) },
    {
      code: schemaRef('ErrorCode'),
      details: listOf(
        shape<ErrorDetail>({ option: text('Option or path.'), message: text('Complaint.') }, {}),
        'Every complaint about an option.',
      ),
      errors: text('The details once more: JSON text of a map from option to messages.', {
        contentMediaType: 'application/json',
      }),
    },
  ),
  ErrorEnvelope: shape<ErrorEnvelope>(
    {
      error: schemaRef('Error'),
      requestId: text('Also in the header x-service-request-id.', { format: 'uuid' }),
    },
    { status: { const: 'not-found', description: 'Only where no render has the id.' } },
  ),
}

/** One response per HTTP status of the table of codes, for operations to refer to. */
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

/** The responses of an operation that may fail with these HTTP statuses. */
export function failures(...statuses: number[]): Schema {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

function headersOf(entries: [string, CodeEntry][]): Schema {
  const message = { description: 'The message, in printable ASCII.', schema: { type: 'string' } }
  const wait = { description: 'Seconds to wait, where known.', schema: { type: 'integer' } }
  const mayPass = entries.some(([, { status }]) => status === 429 || status === 503)
  const isRate = entries.some(([, { status }]) => status === 429)
  return {
    'x-service-error-message': message,
    ...(mayPass && { 'Retry-After': wait }),
    ...(isRate && rateHeaders),
  }
}

function describeCodes(): string {
  const rows = table.map(
    ([code, { status, retryable, message }]) =>
      `| ${code} | ${status} | ${retryable ? 'yes' : 'no'} | ${message} |`,
  )
  return ['| Code | Status | Try again | Usual message |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
