import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { eventLoopTurns } from '@render/testkit'
import { realTime } from '../page-time/page-time.ts'
import { loadUntilStopped } from './load-until-stopped.ts'

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] }))
afterEach(() => void jest.useRealTimers())

/** Returns whether a load that never completes counts as stopped, one second after these events of the browser. */
async function isOver(events: [name: 'Started' | 'Stopped', frameId: string][]): Promise<boolean> {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  let over = false
  void loadUntilStopped(
    { session: session as never, time: realTime },
    () => new Promise(() => undefined),
  ).then((isWhole) => (over = !isWhole))
  await jest.advanceTimersByTimeAsync(0)
  for (const [name, frameId] of events) session.emit(`Page.frame${name}Loading`, { frameId })
  await jest.advanceTimersByTimeAsync(1000).then(eventLoopTurns)
  return over
}

test('ends when the browser stopped the load', async () => {
  expect(await isOver([['Started', 'main']])).toBe(false)
  expect(
    await isOver([
      ['Started', 'main'],
      ['Stopped', 'main'],
    ]),
  ).toBe(true)
})

test('does not end when another load starts in the same frame', async () => {
  expect(
    await isOver([
      ['Started', 'main'],
      ['Stopped', 'main'],
      ['Started', 'main'],
    ]),
  ).toBe(false)
})

test('considers only the main frame', async () => {
  expect(
    await isOver([
      ['Started', 'main'],
      ['Started', 'frame'],
      ['Stopped', 'frame'],
    ]),
  ).toBe(false)
  expect(
    await isOver([
      ['Started', 'main'],
      ['Stopped', 'main'],
      ['Started', 'frame'],
    ]),
  ).toBe(true)
})

test('returns true when the load completes', async () => {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  expect(await loadUntilStopped({ session: session as never, time: realTime }, () => Promise.resolve())).toBe(
    true,
  )
})

test('rejects when the load fails', async () => {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  await expect(
    loadUntilStopped({ session: session as never, time: realTime }, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
})
