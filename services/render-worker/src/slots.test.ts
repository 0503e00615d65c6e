import { describe, expect, test } from '@jest/globals'
import { countSlots, countVideoSlots } from './slots.ts'

const GB = 1024 ** 3

describe('the number of slots', () => {
  test('is the configured number', () => {
    expect(countSlots(3, { cores: 64, memoryBytes: GB })).toBe(3)
  })

  test.each([
    ['eight per core with plenty of memory', { cores: 2, memoryBytes: 16 * GB }, 16],
    ['as many as fit into memory', { cores: 16, memoryBytes: 4 * GB }, 23],
    ['at least one', { cores: 1, memoryBytes: GB / 4 }, 1],
  ])('is %s', (_, machine, slots) => {
    expect(countSlots(0, machine)).toBe(slots)
  })

  test('is a positive integer on this machine', () => {
    expect(countSlots(0)).toBeGreaterThan(0)
    expect(Number.isInteger(countSlots(0))).toBe(true)
  })
})

test.each([
  [0, 1, 1],
  [0, 2, 1],
  [0, 9, 4],
  [3, 2, 3],
])('%d configured slots for videos on %d cores are %d', (configured, cores, slots) => {
  expect(countVideoSlots(configured, { cores })).toBe(slots)
})
