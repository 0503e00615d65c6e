import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { repeat, RETRY_MS } from './repeat.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  jest.useFakeTimers()
})

afterEach(() => {
  jest.useRealTimers()
})

/** Returns work that fails the first `failures` times, with the times of its runs. */
function failing(failures: number) {
  const runs: number[] = []
  const began = Date.now()
  const work = async () => {
    runs.push(Date.now() - began)
    if (runs.length <= failures) throw new Error(`failure ${runs.length}`)
  }
  return { runs, work }
}

describe('repeat', () => {
  test.each([
    ['after its pause', 0, MINUTE_MS, [0, MINUTE_MS]],
    ['soon after a failure', 1, MINUTE_MS, [0, RETRY_MS]],
    ['no later than usual after a failure', 1, 5000, [0, 5000]],
  ])('runs again %s', async (_, failures, everyMs, expected) => {
    const { runs, work } = failing(failures)
    const onFailure = jest.fn()
    using _repeated = repeat(work, everyMs, onFailure)
    await jest.advanceTimersByTimeAsync(expected.at(-1)!)
    expect(runs).toEqual(expected)
    expect(onFailure).toHaveBeenCalledTimes(failures)
  })

  test('does not run again after it was disposed of during a run', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = jest.fn(() => promise)
    repeat(work, MINUTE_MS, () => {})[Symbol.dispose]()
    resolve()
    await jest.advanceTimersByTimeAsync(MINUTE_MS)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
