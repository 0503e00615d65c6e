import { expect, test } from '@jest/globals'
import { noiseOf } from './compare.ts'

test('the noise of a mean is two standard errors, as a share of it', () => {
  expect(noiseOf([0.9, 0.9, 0.9])).toBe(0)
  // The standard deviation is 0.1.
  expect(noiseOf([0.9, 1, 1.1])).toBeCloseTo(0.2 / Math.sqrt(3))
  expect(noiseOf([0.8])).toBe(0)
})
