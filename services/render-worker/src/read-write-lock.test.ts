import { expect, test } from '@jest/globals'
import { setImmediate as turn } from 'node:timers/promises'
import { createReadWriteLock } from './read-write-lock.ts'

/** Returns a function that lets named work enter, and what has started so far; work whose name is in capitals is exclusive. */
function workers() {
  const lock = createReadWriteLock()
  const running = new Map<string, Disposable>()
  const enter = async (name: string, signal = new AbortController().signal) => {
    const entering = lock.acquire(name === name.toUpperCase(), signal).then((held) => running.set(name, held))
    entering.catch(() => undefined)
    await turn()
  }
  const end = async (name: string) => {
    running.get(name)![Symbol.dispose]()
    running.delete(name)
    await turn()
  }
  return { enter, end, running: () => [...running.keys()] }
}

test('exclusive work waits for all other work, and later work waits for it', async () => {
  const { enter, end, running } = workers()
  for (const name of ['a', 'b', 'X', 'Y', 'c', 'd']) await enter(name)
  expect(running()).toEqual(['a', 'b'])
  await end('a')
  expect(running()).toEqual(['b'])
  await end('b')
  expect(running()).toEqual(['X'])
  await end('X')
  expect(running()).toEqual(['Y'])
  await end('Y')
  expect(running()).toEqual(['c', 'd'])
})

test('work that gives up waiting holds back no other', async () => {
  const { enter, running } = workers()
  const over = new AbortController()
  await enter('a')
  await enter('X', over.signal)
  await enter('b')
  expect(running()).toEqual(['a'])
  over.abort(new Error('over'))
  await turn()
  expect(running()).toEqual(['a', 'b'])
})
