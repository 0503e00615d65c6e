import { Ajv, type ValidateFunction } from 'ajv'
import { optionNames, optionOf } from './table.ts'

/** JSON Schema of the coerced options of one render. */
export const optionsSchema = {
  type: 'object',
  properties: Object.fromEntries(optionNames.map((name) => [name, optionOf(name).schema])),
  additionalProperties: false,
}

const ajv = new Ajv({ allErrors: true, strict: true })
ajv.addKeyword({
  keyword: 'maxBytes',
  type: 'string',
  schemaType: 'number',
  validate: (limit: number, value: string) => Buffer.byteLength(value) <= limit,
})
ajv.addKeyword({
  keyword: 'noNul',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, value: string) => !value.includes('\0'),
})

/** Compiled once per process. */
export const validateOptions: ValidateFunction = ajv.compile(optionsSchema)
