import { expect, test } from '@jest/globals'
import { memoryWithin } from './machine-memory.ts'

const GB = 1024 ** 3

test.each([
  ['the limit of its container', 2 * GB, 16 * GB, 2 * GB],
  ['what the machine has, where there is no limit', 0, 16 * GB, 16 * GB],
  ['what the machine has, where the limit is beyond it', 2 ** 63, 16 * GB, 16 * GB],
])('a process may count on %s', (_, limitBytes, totalBytes, memoryBytes) => {
  expect(memoryWithin(limitBytes, totalBytes)).toBe(memoryBytes)
})
