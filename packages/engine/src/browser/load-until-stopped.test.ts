import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { loadUntilStopped } from './load-until-stopped.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Whether a load that never comes to its end is over, a while after the browser told of these events. */
async function isOver(events: [name: 'Started' | 'Stopped', frameId: string][]): Promise<boolean> {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  let over = false
  void loadUntilStopped(session as never, () => new Promise(() => undefined)).then(
    (isWhole) => (over = !isWhole),
  )
  await jest.advanceTimersByTimeAsync(0)
  for (const [name, frameId] of events) session.emit(`Page.frame${name}Loading`, { frameId })
  await jest.advanceTimersByTimeAsync(1000)
  return over
}

test('a load that the browser stopped is over', async () => {
  expect(await isOver([['Started', 'main']])).toBe(false)
  expect(
    await isOver([
      ['Started', 'main'],
      ['Stopped', 'main'],
    ]),
  ).toBe(true)
})

test('a load that goes on elsewhere is not over', async () => {
  expect(
    await isOver([
      ['Started', 'main'],
      ['Stopped', 'main'],
      ['Started', 'main'],
    ]),
  ).toBe(false)
})

test('only the page itself counts', async () => {
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

test('a load that comes to its end, does', async () => {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  expect(await loadUntilStopped(session as never, () => Promise.resolve())).toBe(true)
})

test('a load that fails, fails', async () => {
  const session = Object.assign(new EventEmitter(), { send: () => Promise.resolve() })
  await expect(loadUntilStopped(session as never, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
})
