import type { TObject } from 'typebox'
import { apiCodes, type ApiCode } from './api-error.ts'
import type { Endpoint } from './endpoint.ts'
import { SESSION_COOKIE } from '../sign-in/session-cookie.ts'
import { BASE } from './mount-endpoints.ts'

const DESCRIPTION = `Who may render, how much, and what happened. A management key belongs to one organisation and may do what
its permissions say; who is signed in acts for the session's active organisation, owners and admins with all permissions,
members with those to read and to report renders. Times are ISO 8601 in UTC. What belongs to another organisation answers as what does not exist.`

/** What any request can be answered with. */
const ALWAYS: readonly ApiCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** What a request with a body can be answered with besides. */
const OF_BODIES: readonly ApiCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

/** And one whose path names something. */
const OF_PATHS: readonly ApiCode[] = ['NOT_FOUND']

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
      description: 'Every complaint about the request.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/** The Management API in OpenAPI 3.1, made of what its requests are checked by. */
export function describeApi(endpoints: readonly Endpoint[], publicUrl: string): object {
  const paths = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.1',
    info: { title: 'Management API', version: '2', description: DESCRIPTION },
    servers: [{ url: publicUrl + BASE }],
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    paths: Object.fromEntries(
      [...paths].map(([path, those]) => [
        path,
        Object.fromEntries(those.map((each) => [each.method, describeOperation(each)])),
      ]),
    ),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: ERROR },
    },
  }
}

function describeOperation({ id, path, summary, permission, query, body, answer, fails }: Endpoint): object {
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
    description: `Needs the permission \`${permission}\`.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'OK', content: json(answer) },
      ...Object.fromEntries(
        [...ALWAYS, ...(body ? OF_BODIES : []), ...(path.includes(':') ? OF_PATHS : []), ...fails].map(
          (code) => [apiCodes[code].status, describeFailure(code)],
        ),
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

function describeFailure(code: ApiCode): object {
  return { description: apiCodes[code].message, content: json({ $ref: '#/components/schemas/Error' }) }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}
