import { describe, expect, test } from '@jest/globals'
import { jsonLimits } from '@render/http'
import { defaultLimits } from '@render/options'
import { readConfig } from '@render/runtime'
import { videoVariables } from '@render/service'
import { bodyLimits, limitVariables, optionLimits } from './option-limits.ts'

const { MAX_VIDEO_FRAMES: _, ...sizes } = videoVariables
const variables = { ...limitVariables, ...sizes }
const names = Object.keys(variables)

describe('limits', () => {
  test('have defaults', () => {
    const config = readConfig(variables, {})
    expect(optionLimits(config)).toEqual(defaultLimits)
    expect(bodyLimits(config)).toEqual(jsonLimits)
  })

  test('can be set one by one', () => {
    const environment = Object.fromEntries(names.map((name, at) => [name, String(at + 5)]))
    const config = readConfig(variables, environment)
    const values = [...Object.values(optionLimits(config)), ...Object.values(bodyLimits(config))]
    expect(values.toSorted((a, b) => a - b)).toEqual(names.map((_, at) => at + 5))
  })
})
