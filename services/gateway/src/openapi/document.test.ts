import { describe, expect, test } from '@jest/globals'
import { codes } from '@render/errors'
import { createOptions, optionNames } from '@render/options'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { GatewayContext } from '../context.ts'
import { endpoints } from '../routes/endpoints.ts'
import { openApiDocument } from './document.ts'

const context = {
  options: createOptions({ width: 4000 }),
  urls: { public: 'https://api.example', artefacts: 'https://files.example' },
} satisfies Partial<GatewayContext>
interface WebhookOperation {
  parameters: { name: string }[]
  requestBody: {
    content: { 'application/json': { schema: { properties: Record<string, object>; required: string[] } } }
  }
}

const document = openApiDocument(endpoints, context) as {
  paths: Record<string, Record<string, { operationId: string; security?: object[]; responses: object }>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: Record<'schemas' | 'responses', Record<string, Record<string, never>>>
}
const { schemas, responses } = document.components

describe('OpenAPI document', () => {
  test('is valid OpenAPI 3.1 without broken references', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(30)
    for (const [, kind, name] of references)
      expect(document.components[kind as 'schemas']).toHaveProperty(name!)
  })

  test('is refused by the validator when it is invalid', async () => {
    const wrong = { ...structuredClone(document), info: { title: 'No version' } }
    expect(await new Validator().validate(wrong)).toMatchObject({ valid: false })
  })

  test('has every endpoint at each of its paths', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const declared = endpoints.flatMap(({ method, paths }) =>
      paths.map((path) => `${method} ${template(path)}`),
    )
    // A page for people, and the error for requests that lack an id.
    const hidden = new Set(['get /', 'get /v1/render'])
    expect(described.toSorted()).toEqual(declared.filter((each) => !hidden.has(each)).toSorted())
  })

  test('gives each operation an id of its own', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('requires a key to make, watch or delete renders and to read usage, and nowhere else', () => {
    const keyed = Object.entries(document.paths).filter(([, methods]) =>
      Object.values(methods).some(({ security }) => security === undefined),
    )
    expect(keyed.map(([path]) => path).toSorted()).toEqual([
      '/v1/render',
      '/v1/render/async',
      '/v1/render/batch',
      '/v1/render/batch/{batchId}',
      '/v1/render/sync',
      '/v1/render/{renderId}',
      '/v1/render/{renderId}/events',
      '/v1/screenshot',
      '/v1/screenshot/async',
      '/v1/usage',
      '/v1/user/me',
    ])
  })

  test('has every webhook event with its signature headers', () => {
    expect(Object.keys(document.webhooks)).toEqual([
      'render.succeeded',
      'render.failed',
      'batch.finished',
      'webhook.test',
    ])
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      const { properties, required } = post.requestBody.content['application/json'].schema
      expect(properties.event).toEqual({ const: event })
      expect(required).toContain('meta')
      expect(post.parameters.map(({ name }) => name)).toContain('webhook-signature')
    }
  })

  test('has the options with their states and the limits of the operator', () => {
    const properties = schemas.RenderOptions!.properties! as Record<string, object>
    expect(Object.keys(properties)).toEqual(optionNames)
    expect(properties.width).toMatchObject({ maximum: 4000, 'x-state': 'works', 'x-unit': 'CSS px' })
    expect(properties.flash).toMatchObject({ 'x-state': 'accepted' })
  })

  test('has every error code in the table and in the response of its status', () => {
    const { enum: named, description } = schemas.ErrorCode as { enum?: string[]; description?: string }
    expect(named).toEqual(Object.keys(codes))
    for (const [code, { status, message }] of Object.entries(codes)) {
      expect(description).toContain(`| ${code} | ${status} |`)
      expect(responses[`Error${status}`]!.description).toContain(`\`${code}\`: ${message}`)
    }
  })
})

function template(path: string): string {
  return path.replace('*key', '{year}/{month}/{day}/{file}').replaceAll(/:(\w+)/g, '{$1}')
}
