// The module that tests get as `@jest/globals`. Of `jest` it has only what works without a module registry of its own.
import type { jest as Jest } from '@jest/globals'
import { ModernFakeTimers } from '@jest/fake-timers'
import { getState } from 'jest-circus'
import { ModuleMocker } from 'jest-mock'

export { expect } from 'expect'
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus'

const mocker = new ModuleMocker(globalThis)
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } as never })

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  /** Fakes all timers but `process.nextTick`: Node's own streams share it with the tests here. */
  useFakeTimers: (settings: Parameters<typeof Jest.useFakeTimers>[0]) =>
    timers.useFakeTimers({ doNotFake: ['nextTick'], ...settings } as never),
  useRealTimers: () => timers.useRealTimers(),
  setTimeout: (ms: number) => {
    getState().testTimeout = ms
  },
  advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
} satisfies { [Name in keyof typeof Jest]?: unknown }

/** Ends fake timers and spies, so that a file cannot leave them to the next one. */
export function restore(): void {
  timers.useRealTimers()
  mocker.restoreAllMocks()
}
