// Generates request bodies from the option table.
import { optionNames, optionOf, type Option, type OptionName } from '@render/options'
import * as fc from 'fast-check'

/** Generators of [name, valid JSON value], by option. */
const entryOf = new Map(
  optionNames
    .filter((name) => name !== 'url' && name !== 'html')
    .map((name) => [name, fc.tuple(fc.constant(name), valueOf(optionOf(name)))]),
)

/** Generates bodies of valid options. */
export const validBody: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.oneof(...entryOf.values()), { maxLength: 8 })
  .map((entries) => ({ html: '<p>', ...Object.fromEntries(entries) }))

/** Generates bodies in which the option `wrong` has an invalid value and the others are valid. */
export const wrongBody: fc.Arbitrary<{ body: Record<string, unknown>; wrong: OptionName }> = fc
  .tuple(validBody, fc.constantFrom(...entryOf.keys()), fc.nat())
  .map(([body, wrong, which]) => {
    const values = wrongValues(optionOf(wrong))
    return { wrong, body: { ...body, [wrong]: values[which % values.length] } }
  })

/** Returns the body with all names in camelCase. */
export function inCamelCase(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      camelCase(name),
      membersInCamelCase(optionOf(name as OptionName), value),
    ]),
  )
}

/** Returns the body as the service reads it from a form: strings, and lists of strings for repeated keys. */
export function asForm(body: Record<string, unknown>): Record<string, unknown> {
  const pairs = Object.entries(body).flatMap(([name, value]) => {
    const isList = optionOf(name as OptionName).kind === 'list'
    const texts = isList ? (value as unknown[]) : [value]
    return texts.map((each): [string, string] => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ])
  })
  const read = [...new URLSearchParams(new URLSearchParams(pairs).toString())]
  return Object.fromEntries(
    Object.keys(body).map((name) => {
      const values = read.filter(([key]) => key === name).map(([, value]) => value)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

function valueOf(row: Option<unknown>): fc.Arbitrary<unknown> {
  const { examples, values, fields } = row
  const { minimum = 0, exclusiveMinimum, maximum = 100 } = row.schema as Record<string, number | undefined>
  const words = values ? [fc.constantFrom(...values)] : []
  switch (row.kind) {
    case 'flag':
      return fc.oneof(fc.boolean(), ...words)
    case 'boolean':
      return fc.boolean()
    case 'int':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
    case 'length':
      return fc.oneof(
        fc.constantFrom(maximum, exclusiveMinimum === undefined ? minimum : 1),
        fc.integer({ min: Math.ceil((exclusiveMinimum ?? minimum) + 0.01), max: Math.floor(maximum) }),
        ...(examples ? [fc.constantFrom(...examples)] : []),
      )
    case 'enum':
    case 'colour':
    case 'text':
      return values || examples ? fc.constantFrom(...(values ?? examples ?? [])) : fc.string({ maxLength: 1 })
    case 'list':
      return fc.array(examples ? fc.constantFrom(...examples) : fc.stringMatching(/^[a-z#. ]{0,8}[a-z]$/), {
        minLength: 1,
        maxLength: 4,
      })
    case 'schema':
      return fc.oneof(fc.constant('one of a or b'), fc.constant(['a', 'b']), fc.constant({ type: 'object' }))
    case 'object':
      return members(fields)
    case 'objects':
      return fc.array(members(fields), { minLength: 1, maxLength: 3 })
    default:
      return row.kind satisfies never
  }
}

function members(fields: Option<unknown>['fields'] = {}): fc.Arbitrary<unknown> {
  const one = Object.entries(fields).map(([name, row]) => fc.tuple(fc.constant(name), valueOf(row)))
  return fc
    .array(fc.oneof(...one), { minLength: 1, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries))
}

function wrongValues({ kind, schema }: Option<unknown>): unknown[] {
  const { minimum, maximum, maxItems, maxBytes } = schema as Record<string, number | undefined>
  switch (kind) {
    case 'int':
      return [minimum! - 1, maximum! + 1, 1.5, 'abc', '', '1e-3', '0x10', 2 ** 60, true, [1], {}]
    case 'number':
    case 'length':
      return [maximum! + 1, true, [1], {}, null, Number.POSITIVE_INFINITY].filter((value) => value !== null)
    case 'enum':
      return ['no such word', 3, true, [], {}]
    case 'list':
      return [[{}], [''], ['a\0'], true, Array.from({ length: maxItems! + 1 }, () => '404')]
    case 'object':
    case 'objects':
      return [37, 'text', true, '{"a":']
    case 'schema':
      return [37, true, [{}]]
    case 'text':
      return [true, [], {}, 'a\0b', 'x'.repeat(maxBytes! + 1)]
    default:
      return [[], {}, ['a']]
  }
}

function membersInCamelCase(row: Option<unknown>, value: unknown): unknown {
  if (!row.fields || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => membersInCamelCase(row, item))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      camelCase(name),
      membersInCamelCase(row.fields![name]!, each),
    ]),
  )
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
