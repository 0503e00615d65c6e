import { Ajv, type KeywordDefinition, type ValidateFunction } from 'ajv'
import type { Option, Schema } from '../kinds/index.ts'
import { readColour } from '../values/colour.ts'
import { readTimeZone } from '../values/time-zone.ts'

type Rows = Record<string, Option<unknown>>

/** Longer texts are not colours. */
const MAX_NAME_LENGTH = 128

/** Keywords that JSON Schema lacks. */
const keywords: KeywordDefinition[] = [
  {
    keyword: 'maxBytes',
    type: 'string',
    schemaType: 'number',
    // A UTF-16 unit takes at most three bytes, so the bytes of short texts need not be counted.
    validate: (limit: number, value: string) =>
      value.length * 3 <= limit || Buffer.byteLength(value) <= limit,
  },
  {
    keyword: 'noNul',
    type: 'string',
    schemaType: 'boolean',
    validate: (_: boolean, value: string) => !value.includes('\0'),
  },
  {
    // Works like `pattern`, but checks the length first: megabytes of text overflow the stack of a regular expression.
    keyword: 'form',
    type: 'string',
    schemaType: 'string',
    compile: (form: string, schema) => {
      const { maxBytes = 0 } = schema as { maxBytes?: number }
      const expression = new RegExp(wholly(form), 'u')
      return (value: string) => value.length > maxBytes || expression.test(value)
    },
  },
  {
    keyword: 'colour',
    type: 'string',
    schemaType: 'boolean',
    validate: (_: boolean, value: string) =>
      value.length <= MAX_NAME_LENGTH && readColour(value) !== undefined,
  },
  {
    keyword: 'timeZone',
    type: 'string',
    schemaType: 'boolean',
    validate: (_: boolean, value: string) => readTimeZone(value) !== undefined,
  },
]

// A test checks the schema itself, and optimised code takes ten times as long to make and hardly less to run.
const ajv = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  validateSchema: false,
  code: { optimize: false },
})
for (const keyword of keywords) ajv.addKeyword(keyword)

/** Creates the validator of coerced options; it is compiled on first use. */
export function createValidator(rows: Rows): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () =>
    (compiled ??= ajv.compile({
      type: 'object',
      properties: Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    }))
}

/** Builds the public JSON Schema of what may be sent: with descriptions and without the custom keywords. */
export function publicSchema(rows: Rows): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, publicRow(row)])),
    additionalProperties: true,
  }
}

function publicRow({ schema, sent = schema, description, default: value }: Option<unknown>): Schema {
  return { ...standard(sent), description, ...(value !== undefined && { default: value }) }
}

function standard(schema: Schema): Schema {
  const { maxBytes, form, noNul: _, colour: __, timeZone: ___, items, properties, ...rest } = schema
  return {
    ...rest,
    ...(maxBytes !== undefined && { maxLength: maxBytes }),
    ...(form !== undefined && { pattern: wholly(form as string) }),
    ...(items !== undefined && { items: standard(items as Schema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, standard(each)]),
      ),
    }),
  }
}

function wholly(form: string): string {
  return `^(?:${form})$`
}
