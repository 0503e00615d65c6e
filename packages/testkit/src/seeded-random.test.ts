import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { isNightly } from './nightly.ts'
import { propertySettings, seededRandom, withRandom, NIGHTLY_RUNS } from './seeded-random.ts'

const SEED_HINT = /Repeat this test with TEST_SEED=\d+$/

describe('random tests', () => {
  test('draw the same numbers from the same seed', () => {
    const [first, second, other] = [7, 7, 8].map(seededRandom)
    const drawn = Array.from({ length: 100 }, first!)
    expect(Array.from({ length: 100 }, second!)).toEqual(drawn)
    expect(drawn).not.toContain(other!())
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
  })

  test('name the seed when a body fails', async () => {
    await expect(withRandom(() => Promise.reject(new Error('a failure')))).rejects.toThrow(SEED_HINT)
    await expect(withRandom(() => Promise.reject(new Error('a failure')))).rejects.toThrow(/^a failure/)
  })

  test('name the seed and the counterexample when a property fails', async () => {
    const smaller = (number: number) => expect(number).toBeLessThan(5)
    expect(() => fc.assert(fc.property(fc.nat(), smaller), propertySettings({}))).toThrow(SEED_HINT)
    const run = fc.assert(
      fc.asyncProperty(fc.nat(), async (number) => smaller(number)),
      propertySettings({}),
    )
    await expect(run).rejects.toThrow('Counterexample: [5]')
  })

  test('take the same values in both runs of a process, and the given number of runs', () => {
    const taken = [[], []] as number[][]
    for (const values of taken)
      fc.assert(
        fc.property(fc.integer(), (value) => void values.push(value)),
        propertySettings({ numRuns: 20 }),
      )
    expect(taken[0]).toEqual(taken[1])
    expect(taken[0]).toHaveLength(20 * (isNightly ? NIGHTLY_RUNS : 1))
  })
})
