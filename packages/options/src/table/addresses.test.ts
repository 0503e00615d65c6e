import { expect, test } from '@jest/globals'
import { parseDefaults } from '../index.ts'
import { optionNames, optionOf } from './table.ts'

/** Texts that are named or described like an address, but need no check by the gateway. */
const UNCHECKED = {
  html: 'no address',
  watermark: 'the worker downloads it within the rules of its egress',
  watermark_url: 'the worker downloads it within the rules of its egress',
  service_proxy: 'a name that the operator gives',
  'retry_with.service_proxy': 'a name that the operator gives',
  pdf_page_range: 'no address',
  s3_region: 'no address',
  cdn_host: 'only part of an answer',
  debug_url: 'without effect',
}

test('every option that is an address has the setting "address"', () => {
  const rows = optionNames.flatMap((name) => {
    const inItems = Object.entries(optionOf(name).fields ?? {})
    return [
      [name, optionOf(name)] as const,
      ...inItems.map(([field, row]) => [`${name}.${field}`, row] as const),
    ]
  })
  const unchecked = rows.filter(
    ([name, { address, schema, description }]) =>
      address === undefined &&
      [schema.type].flat().includes('string') &&
      /\b(?:address|url|endpoint|host|proxy)\b/i.test(`${name.replaceAll('_', ' ')}: ${description}`),
  )
  expect(unchecked.map(([name]) => name).toSorted()).toEqual(Object.keys(UNCHECKED).toSorted())
})

test('every address can be empty; an empty one in an entry of "retry_with" removes that of the first attempt', () => {
  const bodies = optionNames.flatMap((name) => {
    const { address, fields = {} } = optionOf(name)
    const members = Object.keys(fields).filter((member) => fields[member]!.address !== undefined)
    return [
      ...(address === undefined ? [] : [{ [name]: '' }]),
      ...members.map((member) => ({ [name]: [{ width: 5, [member]: '' }] })),
    ]
  })
  expect(bodies.map((body) => parseDefaults(body).options)).toEqual(
    bodies.map((body) => ('retry_with' in body ? { retry_with: [{ width: 5, proxy: null }] } : body)),
  )
})
