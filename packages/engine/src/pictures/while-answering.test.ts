import { expect, jest, test } from '@jest/globals'
import type { CDPSession } from 'playwright-core'
import { whileAnswering } from './while-answering.ts'

const AT_ONCE = { pauseMs: 1, answerMs: 1 }
const NEVER = new Promise<never>(() => undefined)

/** Returns a session that answers the first questions, and a promise that resolves when it is asked another one. */
function sessionWith(answers: number) {
  const { promise: spent, resolve } = Promise.withResolvers<void>()
  const send = jest.fn(() => {
    if (answers-- > 0) return Promise.resolve({})
    resolve()
    return NEVER
  })
  return { session: { send: send as unknown as CDPSession['send'] }, send, spent }
}

test('asks nothing during short work', async () => {
  const { session, send } = sessionWith(0)
  const times = { pauseMs: 60_000, answerMs: 1 }
  expect(await whileAnswering(session, Promise.resolve('done'), () => undefined, times)).toBe('done')
  expect(send).not.toHaveBeenCalled()
})

test('reports a page that stops answering', async () => {
  const { session, send } = sessionWith(3)
  await new Promise<void>((onSilent) => void whileAnswering(session, NEVER, onSilent, AT_ONCE))
  expect(send).toHaveBeenCalledTimes(4)
})

test('does not report a page that answers until the work ends', async () => {
  const { session, spent } = sessionWith(3)
  const work = Promise.withResolvers<string>()
  const onSilent = jest.fn()
  const working = whileAnswering(session, work.promise, onSilent, { pauseMs: 1, answerMs: 60_000 })
  await spent
  work.resolve('done')
  expect(await working).toBe('done')
  expect(onSilent).not.toHaveBeenCalled()
})
