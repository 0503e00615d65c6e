import type { Endpoint } from '../routes/endpoint.ts'
import { failures } from './errors.ts'
import { text, type Schema } from './schema.ts'

const security: Record<Endpoint['key'], Schema> = {
  required: {},
  optional: { security: [{}, { secretKey: [] }] },
  none: { security: [] },
}

/** Schemas of parameters in paths; text for all others. */
const pathParameters: Record<string, Schema> = {
  renderId: text('Id of the render.', { format: 'uuid' }),
  batchId: text('Id of the batch.', { format: 'uuid' }),
  hop: { type: 'integer', minimum: 1 },
}

/** Describes an endpoint as an OpenAPI operation. `path` is the template of one of its paths. */
export function operationOf(endpoint: Endpoint, path: string): Schema {
  const { id, summary, description, key, body, responses } = endpoint
  const parameters = [...parametersIn(path), ...(endpoint.parameters ?? [])]
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    ...security[key],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...responses, ...failures(endpoint.failures) },
  }
}

function parametersIn(path: string): Schema[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathParameters[name] ?? { type: 'string' },
  }))
}
