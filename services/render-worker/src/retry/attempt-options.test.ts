import { describe, expect, test } from '@jest/globals'
import { resolveOptions } from '@render/options'
import { attemptOptions } from './attempt-options.ts'

const options = resolveOptions({
  url: 'https://a.example',
  retry_on: ['5xx'],
  max_retries: 3,
  width: 100,
  retry_with: [{ width: 200, delay: 5 }, { width: 300 }],
})

describe('the options of an attempt', () => {
  test('are first those of the render, then changed by each entry; the last entry repeats', () => {
    const widths = [0, 1, 2, 3].map((retries) => attemptOptions(options, retries))
    expect(widths.map(({ width, delay }) => [width, delay])).toEqual([
      [100, 0],
      [200, 5],
      [300, 0],
      [300, 0],
    ])
  })

  test('have no retry_on in the last attempt, unless fail_on_retry_conditions is set', () => {
    expect([2, 3].map((retries) => attemptOptions(options, retries).retry_on)).toEqual([['5xx'], undefined])
    expect(attemptOptions({ ...options, fail_on_retry_conditions: true }, 3).retry_on).toEqual(['5xx'])
  })
})
