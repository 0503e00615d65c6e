import { jest } from '@jest/globals'
import { clocksBut } from '@render/testkit'

/** Stops all new timers of one kind until it is disposed, so that only an event can end a wait; `jest` can advance them. */
export function fakeOnly(kind: 'intervals' | 'timeouts'): Disposable {
  jest.useFakeTimers({ doNotFake: clocksBut(kind) })
  return { [Symbol.dispose]: () => void jest.useRealTimers() }
}
