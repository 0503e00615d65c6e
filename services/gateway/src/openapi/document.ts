import type { Route } from '@render/http'
import type { GatewayContext } from '../context.ts'
import { batchSchemas } from './batches.ts'
import { errorResponses, errorSchemas } from './errors.ts'
import { webhooks } from './events.ts'
import { operations } from './operations.ts'
import { optionSchemas } from './option-list.ts'
import { requestSchema } from './request.ts'
import { resultSchemas } from './results.ts'
import { usageSchemas } from './usage.ts'
import { listOf, schemaRef, shape, type Schema } from './schema.ts'

const DESCRIPTION = `Makes screenshots and other files of a web address or of supplied HTML. Every answer has the header
\`x-service-request-id\`. What fails with \`429\`, \`500\` or \`503\` may succeed when it is tried again.`

/** The Render API in OpenAPI 3.1: the routes as they are mounted, options and errors as their tables have them. */
export function openApiDocument(
  routes: Route[],
  { options, urls }: Pick<GatewayContext, 'options' | 'urls'>,
): Schema {
  return {
    openapi: '3.1.1',
    info: { title: 'Render API', version: '1', description: DESCRIPTION },
    servers: [{ url: urls.public }],
    security: [{ secretKey: [] }],
    paths: pathsOf(routes),
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
          { options: listOf(schemaRef('Option'), 'Group by group.') },
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

/** Paths of OpenAPI have no parameter that spans several segments. */
const SPANNING: Record<string, string> = { '/renders/*key': '/renders/{year}/{month}/{day}/{file}' }

function pathsOf(routes: Route[]): Record<string, Schema> {
  const paths: Record<string, Schema> = {}
  const usualPaths = new Map<string, string>()
  for (const { path, method, id, operation } of routes.flatMap(describedAddresses)) {
    const usual = usualPaths.get(id)
    if (usual === undefined) usualPaths.set(id, path)
    const told = usual === undefined ? { operationId: id, ...operation } : another(operation, id, usual, path)
    paths[path] = { ...paths[path], [method]: told }
  }
  return paths
}

/** Every address and method of a route that an operation is described for. */
function describedAddresses({ name, paths, handlers }: Route) {
  const answered = Object.entries(operations[name] ?? {}).filter(([method]) => method in handlers)
  return paths.flatMap((address) =>
    answered.map(([method, operation]) => ({
      path: SPANNING[address] ?? address.replaceAll(/:(\w+)/g, '{$1}'),
      method,
      id: camelCase(`${method}-${name}`),
      operation,
    })),
  )
}

/** An operation under one more address. */
function another(operation: Schema, id: string, usual: string, path: string): Schema {
  const operationId = id + path.replaceAll(/\W+/g, '_')
  return { ...operation, operationId, description: `The same as \`${usual}\`.` }
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
