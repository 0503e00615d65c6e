import { describe, expect, test } from '@jest/globals'
import { judgeGrowth, slopeOf, type Sample } from './judge-growth.ts'

const still = { processes: 9, handles: 100 }

/** Half an hour of a gateway whose memory is as `at` says. */
function seen(at: (minute: number) => number, minutes = 30): Sample[] {
  return Array.from({ length: minutes * 6 + 1 }, (_, index) => ({
    minute: index / 6,
    megabytes: { gateway: at(index / 6) },
  }))
}

test('what swings, and what grows only at its start, does not grow', () => {
  const swinging = seen((minute) => 100 + 3 * Math.sin(minute * 5) + Math.min(50, minute * 20))
  expect(judgeGrowth(swinging, still, { processes: 11, handles: 98 })).toEqual([])
})

test('the slope is in megabytes a minute', () => {
  expect(
    slopeOf(
      seen((minute) => 100 + 0.7 * minute),
      'gateway',
    ),
  ).toBeCloseTo(0.7)
})

describe('growth is', () => {
  test('a slope of more than half a megabyte a minute', () => {
    expect(
      judgeGrowth(
        seen((minute) => 2000 + 0.6 * minute),
        still,
        still,
      ),
    ).toEqual([expect.stringContaining('by 0.60 MB a minute')])
  })

  test('an end that is 5 % above the start', () => {
    expect(
      judgeGrowth(
        seen((minute) => 100 + 0.3 * minute),
        still,
        still,
      ),
    ).toEqual([expect.stringContaining('by more than 5 %')])
  })

  test('more of something that is counted than two', () => {
    expect(
      judgeGrowth(
        seen(() => 100),
        still,
        { processes: 9, handles: 103 },
      ),
    ).toEqual(['handles grew from 100 to 103'])
  })
})

test('what has come is named where names are known', () => {
  expect(judgeGrowth([], { keys: ['a', 'b'] }, { keys: ['b', 'c', 'd', 'e', 'f'] })).toEqual([
    'keys grew from 2 to 5: c, d, e, f',
  ])
  expect(judgeGrowth([], { keys: ['a', 'b'] }, { keys: ['c', 'd', 'e', 'f'] })).toEqual([])
})

test('of memory nothing is said in less than ten minutes, of what is counted it is', () => {
  const short = seen((minute) => 100 + 9 * minute, 3)
  expect(judgeGrowth(short, still, { ...still, handles: 200 })).toEqual(['handles grew from 100 to 200'])
})
