import { describe, expect, test } from '@jest/globals'
import { EASES } from '@render/options'
import { easingOf } from './easing.ts'

describe('every easing', () => {
  test('goes from 0 to 1', () => {
    const ends = EASES.map((name) => [0, 1].map((time) => easingOf(name)(time)))
    for (const [first, last] of ends) {
      expect(first).toBeCloseTo(0, 10)
      expect(last).toBeCloseTo(1, 10)
    }
  })

  test('that begins and ends alike is half way at half time', () => {
    for (const name of EASES.filter((each) => each.endsWith('.inout')))
      expect(easingOf(name)(0.5)).toBeCloseTo(0.5, 10)
  })
})

// Values of the formulas at 0.25 and 0.75.
test.each([
  ['linear.none', 0.25, 0.75],
  ['quadratic.in', 0.0625, 0.5625],
  ['cubic.out', 0.578_125, 0.984_375],
  ['quartic.inout', 0.031_25, 0.968_75],
  ['sinusoidal.inout', 0.146_446_609, 0.853_553_391],
  ['exponential.out', 0.823_223_305, 0.994_475_728],
  ['circular.in', 0.031_754_163, 0.338_562_172],
  ['elastic.out', 1.125, 0.996_093_75],
  ['back.in', -0.064_136_562_5, 0.182_590_312_5],
  ['back.inout', -0.099_681_843_75, 1.099_681_843_75],
  ['bounce.out', 0.472_656_25, 0.972_656_25],
  ['bounce.in', 0.027_343_75, 0.527_343_75],
] as const)('%s is %d and %d on its way', (name, quarter, threeQuarters) => {
  const easing = easingOf(name)
  expect(easing(0.25)).toBeCloseTo(quarter, 8)
  expect(easing(0.75)).toBeCloseTo(threeQuarters, 8)
})
