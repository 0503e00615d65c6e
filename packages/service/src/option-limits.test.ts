import { describe, expect, test } from '@jest/globals'
import { defaultLimits } from '@render/options'
import { readConfig } from '@render/runtime'
import { optionLimits, optionVariables } from './option-limits.ts'
import { videoVariables } from './shared-variables.ts'

const { MAX_VIDEO_FRAMES: _, ...sizes } = videoVariables
const variables = { ...optionVariables, ...sizes }
const names = Object.keys(variables)

describe('limits of options', () => {
  test('have defaults', () => {
    expect(optionLimits(readConfig(variables, {}))).toEqual(defaultLimits)
  })

  test('can be set one by one', () => {
    const environment = Object.fromEntries(names.map((name, at) => [name, String(at + 5)]))
    const values = Object.values(optionLimits(readConfig(variables, environment)))
    expect(values.toSorted((a, b) => a - b)).toEqual(names.map((_, at) => at + 5))
  })
})
