import { expect, test } from '@jest/globals'
import { memoryWithin } from './machine-memory.ts'

const GB = 1024 ** 3

test.each([
  ['the limit of its container', 2 * GB, 16 * GB, 2 * GB],
  ['the memory of the machine, when there is no limit', 0, 16 * GB, 16 * GB],
  ['the memory of the machine, when the limit is larger', 2 ** 63, 16 * GB, 16 * GB],
])('a process can use %s', (_, limitBytes, totalBytes, memoryBytes) => {
  expect(memoryWithin(limitBytes, totalBytes)).toBe(memoryBytes)
})
