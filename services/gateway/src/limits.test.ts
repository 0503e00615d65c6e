import { describe, expect, test } from '@jest/globals'
import { jsonLimits } from '@render/http'
import { defaultLimits } from '@render/options'
import { readConfig } from '@render/runtime'
import { bodyLimits, limitVariables, optionLimits } from './limits.ts'

const names = Object.keys(limitVariables)

describe('limits', () => {
  test('have defaults', () => {
    const config = readConfig(limitVariables, {})
    expect(optionLimits(config)).toEqual(defaultLimits)
    expect(bodyLimits(config)).toEqual(jsonLimits)
  })

  test('can be set one by one', () => {
    const environment = Object.fromEntries(names.map((name, at) => [name, String(at + 1)]))
    const config = readConfig(limitVariables, environment)
    const values = [...Object.values(optionLimits(config)), ...Object.values(bodyLimits(config))]
    expect(values.toSorted((a, b) => a - b)).toEqual(names.map((_, at) => at + 1))
  })
})
