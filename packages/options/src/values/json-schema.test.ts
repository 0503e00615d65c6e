import { expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isJsonSchema } from './json-schema.ts'

const settings = { strict: false, logger: false } as const
const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' }

test.each<Record<string, unknown>>([
  { properties: { next: { $ref: '#' } } },
  { $defs: { 'a/b~c d': {} }, $ref: '#/$defs/a~1b~0c%20d' },
  { $defs: { any: true }, anyOf: [{ $ref: '#/$defs/any' }, { $ref: '#/anyOf/0' }] },
  { $defs: { a: { $anchor: 'here' } }, $ref: '#here' },
  { $defs: { a: { $dynamicAnchor: 'here' } }, properties: { b: { $dynamicRef: '#here' } } },
  { $defs: { a: { $id: 'https://a.example/a', $defs: { own: {} }, $ref: '#/$defs/own' } } },
  { ...draft7, definitions: { a: { $id: '#here' } }, items: { $ref: '#here' } },
])('%j refers to parts of itself', (schema) => {
  expect(isJsonSchema(schema)).toBe(true)
  const library = '$schema' in schema ? new Ajv(settings) : new Ajv2020(settings)
  expect(library.compile(schema)({})).toBe(true)
})

test.each<Record<string, unknown>>([
  { $ref: '#/$defs/missing' },
  { title: 'a', $ref: '#/title' },
  { $ref: '#/%' },
  { $ref: '#missing', $defs: { a: { $anchor: 'a' } } },
  { ...draft7, $ref: '#here', definitions: { a: { $anchor: 'her' } } },
])('%j refers to a part that it does not have', (schema) => {
  expect(isJsonSchema(schema)).toBe(false)
})
