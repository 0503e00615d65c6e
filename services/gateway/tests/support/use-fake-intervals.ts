import { afterAll, beforeAll, jest } from '@jest/globals'
import { clocksBut } from '@render/testkit'

/**
 * Stops the intervals of gateways that start later in the enclosing block, such as the refresh of accounts. A test makes
 * them due with `jest.advanceTimersByTime`.
 */
export function useFakeIntervals(): void {
  beforeAll(() => void jest.useFakeTimers({ doNotFake: clocksBut('intervals') }))
  afterAll(() => void jest.useRealTimers())
}
