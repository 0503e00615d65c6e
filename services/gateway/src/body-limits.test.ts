import { expect, test } from '@jest/globals'
import { jsonLimits } from '@render/http'
import { readConfig } from '@render/runtime'
import { bodyLimits, bodyVariables } from './body-limits.ts'

test('limits of JSON bodies have defaults, and can be set one by one', () => {
  expect(bodyLimits(readConfig(bodyVariables, {}))).toEqual(jsonLimits)
  const environment = Object.fromEntries(Object.keys(bodyVariables).map((name, at) => [name, String(at + 5)]))
  expect(bodyLimits(readConfig(bodyVariables, environment))).toEqual({
    depth: 5,
    nodes: 6,
    keys: 7,
    items: 8,
  })
})
