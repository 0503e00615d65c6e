import { expect, test } from '@jest/globals'
import { checkout } from '../state/checkout.ts'
import LongestFirst from './longest-first.ts'
import { readDurations } from './test-durations.ts'

test('orders files by their last durations, and new files before short ones', () => {
  const known = Object.entries(readDurations()).toSorted(([, a], [, b]) => a - b)
  const [shortest, longest] = [known.at(0)![0], known.at(-1)![0]]
  const tests = [shortest, 'a-new-file.test.ts', longest].map((path) => ({ path: `${checkout}/${path}` }))
  // This is jest's interface, not an array.
  // oxlint-disable-next-line unicorn/no-array-sort
  const sorted = new LongestFirst().sort(tests).map(({ path }) => path.slice(checkout.length + 1))
  expect(sorted).toEqual([longest, 'a-new-file.test.ts', shortest])
})
