import { describe, expect, test } from '@jest/globals'
import { judgeGrowth, slopeOf, type Sample } from './judge-growth.ts'

const idle = { processes: 9, handles: 100 }

/** Returns samples of a gateway whose resident memory is `at(minute)`, and its heap `heapAt(minute)`. */
function samplesOf(at: (minute: number) => number, minutes = 30, heapAt = (_minute: number) => 30): Sample[] {
  return Array.from({ length: minutes * 6 + 1 }, (_, index) => ({
    minute: index / 6,
    resident: { gateway: at(index / 6) },
    heap: { gateway: heapAt(index / 6) },
  }))
}

test('ignores fluctuation and growth at the start', () => {
  const swinging = samplesOf((minute) => 100 + 3 * Math.sin(minute * 5) + Math.min(50, minute * 20))
  expect(judgeGrowth(swinging, idle, { processes: 11, handles: 98 })).toEqual([])
})

test('returns the slope in megabytes per minute', () => {
  expect(
    slopeOf(
      samplesOf((minute) => 100 + 0.7 * minute),
      'resident',
      'gateway',
    ),
  ).toBeCloseTo(0.7)
})

describe('reports', () => {
  test('a slope of more than half a megabyte per minute', () => {
    expect(
      judgeGrowth(
        samplesOf((minute) => 2000 + 0.6 * minute),
        idle,
        idle,
      ),
    ).toEqual([expect.stringContaining('by 0.60 MB per minute')])
  })

  test('a slope of the heap in ten minutes, of the resident memory in thirty', () => {
    const steady = () => 2000
    const growing = (minute: number) => 2000 + 0.6 * minute
    expect(judgeGrowth(samplesOf(growing, 10), idle, idle)).toEqual([])
    expect(judgeGrowth(samplesOf(steady, 10, growing), idle, idle)).toEqual([
      expect.stringMatching(/^heap memory of gateway grew .*, by 0.60 MB per minute$/),
    ])
  })

  test('memory that ends 5 % above its start', () => {
    expect(
      judgeGrowth(
        samplesOf((minute) => 100 + 0.3 * minute),
        idle,
        idle,
      ),
    ).toEqual([expect.stringContaining('by more than 5 %')])
  })

  test('a count that grew by more than two', () => {
    expect(
      judgeGrowth(
        samplesOf(() => 100),
        idle,
        { processes: 9, handles: 103 },
      ),
    ).toEqual(['handles grew from 100 to 103'])
  })
})

test('lists the new names when names are known', () => {
  expect(judgeGrowth([], { keys: ['a', 'b'] }, { keys: ['b', 'c', 'd', 'e', 'f'] })).toEqual([
    'keys grew from 2 to 5: c, d, e, f',
  ])
  expect(judgeGrowth([], { keys: ['a', 'b'] }, { keys: ['c', 'd', 'e', 'f'] })).toEqual([])
})

test('evaluates counts but not memory in less than ten minutes', () => {
  const short = samplesOf((minute) => 100 + 9 * minute, 3)
  expect(judgeGrowth(short, idle, { ...idle, handles: 200 })).toEqual(['handles grew from 100 to 200'])
})
