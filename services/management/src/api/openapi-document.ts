import type { TObject } from 'typebox'
import { apiCodes, type ApiCode } from './api-error.ts'
import type { Endpoint } from './endpoint.ts'
import { BASE } from './routes-of.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

const DESCRIPTION = `Manages organisations, projects, keys, credentials and webhooks, and lists renders, deliveries and usage. A management key belongs to
one organisation and has the permissions it was created with. A signed-in user acts for the active organisation of the session: owners and admins have all
permissions, members can read and can report renders. Times are ISO 8601 in UTC. A resource of another organisation is answered like one that does not exist.`

/** Errors that any request can be answered with. */
const ALWAYS: readonly ApiCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** Additional errors of requests with a body. */
const WITH_BODY: readonly ApiCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

/** Additional errors of paths with parameters. */
const WITH_PARAMETERS: readonly ApiCode[] = ['NOT_FOUND']

const SECURITY_SCHEMES = {
  managementKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  sessionCookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
  sessionToken: { type: 'http', scheme: 'bearer' },
}

const ERROR = {
  type: 'object',
  required: ['defined', 'code', 'status', 'message'],
  properties: {
    defined: { const: false },
    code: { enum: Object.keys(apiCodes) },
    status: { type: 'integer' },
    message: { type: 'string', minLength: 1 },
    data: {
      type: 'array',
      description: 'Every error found in the request.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/** Builds the OpenAPI 3.1 document from the declarations that requests are validated by. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string): object {
  const paths = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.1',
    info: { title: 'Management API', version: '2', description: DESCRIPTION },
    servers: [{ url: publicUrl + BASE }],
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    paths: Object.fromEntries(
      [...paths].map(([path, operations]) => [
        path,
        Object.fromEntries(operations.map((each) => [each.method, operationOf(each)])),
      ]),
    ),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: ERROR },
    },
  }
}

function operationOf({ id, path, summary, permission, query, body, response, failures }: Endpoint): object {
  const parameters = [
    ...Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(query ? parametersOf(query) : []),
  ]
  return {
    operationId: id,
    summary,
    description: `Requires the permission \`${permission}\`.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'OK', content: json(response) },
      ...Object.fromEntries(
        [
          ...ALWAYS,
          ...(body ? WITH_BODY : []),
          ...(path.includes(':') ? WITH_PARAMETERS : []),
          ...failures,
        ].map((code) => [apiCodes[code].status, describeFailure(code)]),
      ),
    },
  }
}

function parametersOf({ properties, required }: TObject): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }))
}

/** Errors that pass with time. */
const PASSING: ReadonlySet<ApiCode> = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'])
const RETRY_AFTER = { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } }

function describeFailure(code: ApiCode): object {
  return {
    description: apiCodes[code].message,
    ...(PASSING.has(code) && { headers: RETRY_AFTER }),
    content: json({ $ref: '#/components/schemas/Error' }),
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}
