import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { StoreError, type StoreHealth } from '@render/storage'
import { watchStore } from './watch-store.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('the state of a store is reported when it changes', async () => {
  const answers: (StoreHealth | Error)[] = [
    { freeShare: 0.5 },
    { freeShare: 0.09 },
    { freeShare: 0.01 },
    new StoreError('unavailable', 'check: could not be reached'),
    new StoreError('unavailable', 'check: could not be reached'),
    { freeShare: 1 },
    new StoreError('unavailable', 'check: answered 503'),
    new StoreError('refused', 'check: answered 403'),
    new StoreError('gone', 'stat ENOENT'),
  ]
  const changes: unknown[] = []
  const health = async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  }
  using _ = watchStore({ health }, 10, (state, error) => changes.push([state, error?.message]))
  await jest.advanceTimersByTimeAsync(9000)
  expect(answers).toEqual([])
  expect(changes).toEqual([
    ['full', undefined],
    ['unavailable', expect.stringContaining('check: could not be reached')],
    ['usable', undefined],
    ['unavailable', expect.stringContaining('check: answered 503')],
    ['usable', undefined],
  ])
})
