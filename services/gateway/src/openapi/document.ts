import type { GatewayContext } from '../context.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import { batchSchemas } from './batches.ts'
import { errorResponses, errorSchemas } from './errors.ts'
import { webhooks } from './events.ts'
import { operationOf } from './operation.ts'
import { optionSchemas } from './option-list.ts'
import { requestSchema } from './request.ts'
import { resultSchemas } from './results.ts'
import { listOf, schemaRef, shape, type Schema } from './schema.ts'
import { usageSchemas } from './usage.ts'

const DESCRIPTION = `Renders a web address or supplied HTML as a screenshot or another file. Every answer has the header
\`x-service-request-id\`. A request that fails with \`429\`, \`500\` or \`503\` may succeed when it is repeated.`

/** Builds the OpenAPI 3.1 document of the Render API from the declarations of endpoints, options and errors. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { options, urls }: Pick<GatewayContext, 'options' | 'urls'>,
): Schema {
  return {
    openapi: '3.1.1',
    info: { title: 'Render API', version: '1', description: DESCRIPTION },
    servers: [{ url: urls.public }],
    security: [{ secretKey: [] }],
    paths: pathsOf(endpoints),
    webhooks,
    components: {
      securitySchemes: {
        secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of a project.' },
      },
      responses: errorResponses,
      schemas: {
        RenderOptions: requestSchema(options),
        ...resultSchemas,
        ...batchSchemas,
        ...usageSchemas,
        ...errorSchemas,
        ...optionSchemas(options),
        OptionList: shape<{ options: unknown[] }>(
          { options: listOf(schemaRef('Option'), 'All options, sorted by group.') },
          {},
        ),
        Health: shape<{ status: string }>({ status: { const: 'ok' } }, {}),
        Readiness: shape<{ status: string; parts: object }>(
          {
            status: { enum: ['ready', 'not ready'] },
            parts: { type: 'object', additionalProperties: { type: 'boolean' } },
          },
          {},
        ),
      },
    },
  }
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, Schema> {
  const operations = endpoints
    .filter(({ isHidden }) => !isHidden)
    .flatMap((endpoint) => endpoint.paths.map((path) => ({ endpoint, path: templateOf(path) })))
  return Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, those]) => [
      path,
      Object.fromEntries(those.map(({ endpoint }) => [endpoint.method, operationAt(path, endpoint)])),
    ]),
  )
}

/** Describes an operation at one of its paths; at all but the usual one it refers to that. */
function operationAt(path: string, endpoint: Endpoint): Schema {
  const operation = operationOf(endpoint, path)
  const usual = templateOf(endpoint.paths[0]!)
  if (path === usual) return operation
  const operationId = String(operation.operationId) + path.replaceAll(/\W+/g, '_')
  return { ...operation, operationId, description: `The same as \`${usual}\`.` }
}

/** Paths that span several segments: OpenAPI has no parameter for them. */
const SPANNING: Record<string, string> = { '/renders/*key': '/renders/{year}/{month}/{day}/{file}' }

function templateOf(path: string): string {
  return SPANNING[path] ?? path.replaceAll(/:(\w+)/g, '{$1}')
}
