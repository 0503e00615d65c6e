// Generates values that nearly match a JSON schema of an OpenAPI document.
import * as fc from 'fast-check'

/** The parts of a schema from which values are generated. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
}

const MAX_MEMBERS = 6
/** Below this depth values are random. */
const DEPTH = 5

/** Generates values that mostly match the schema and are sometimes arbitrary. */
export function valueOf(document: object, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > DEPTH) return strange
  return fc.oneof(
    { weight: 8, arbitrary: describedBy(document, schema, depth) },
    { weight: 1, arbitrary: strange },
  )
}

function describedBy(document: object, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => valueOf(document, each, depth + 1)
  if (schema.$ref) return describedBy(document, resolve(document, schema.$ref), depth + 1)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((each) => describedBy(document, each, depth + 1)))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown)
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
  return types.length === 0 ? strange : fc.oneof(...types.map((type) => ofType(type)))

  function ofType(type: string): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], items = {}, minimum, maximum } = schema
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
    switch (type) {
      case 'object': {
        const needed = fc.record(
          Object.fromEntries(required.map((name) => [name, inner(properties[name] ?? {})])),
        )
        const others = Object.entries(properties).map(([name, each]) =>
          fc
            .tuple(fc.constantFrom(name), fc.constant(each))
            .chain(([known, of]) => inner(of).map((value) => [known, value] as const)),
        )
        const more =
          others.length > 0 ? fc.array(fc.oneof(...others), { maxLength: MAX_MEMBERS }) : fc.constant([])
        return fc
          .tuple(needed, more)
          .map(([those, entries]) => ({ ...Object.fromEntries(entries), ...those }))
      }
      case 'array':
        return fc.array(inner(items), { maxLength: 7 })
      case 'integer':
        return fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 2 ** 53, ...bounds))
      case 'number':
        return fc.oneof(fc.double(), fc.constantFrom(0, 1, ...bounds))
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), TEXTS)
    }
  }
}

function resolve(document: object, reference: string): Schema {
  const parts = reference.split('/').slice(1)
  return parts.reduce(
    (at, part) => (at as Record<string, object>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]!,
    document,
  ) as Schema
}

const TEXTS = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '2026-01-01T00:00:00.000Z',
  '2026-02-31T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  "'; drop table users; --",
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(3000),
  '1e999',
  'http://127.0.0.1/',
)

/** Generates unexpected values. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  TEXTS,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    true,
    -1,
    1e308,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    JSON.parse('{"__proto__": {"a": 1}}'),
  ),
)
