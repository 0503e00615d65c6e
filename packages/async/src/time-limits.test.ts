import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { settlesWithin, withTimeout } from './time-limits.ts'

const never = new Promise<string>(() => undefined)
const late = () => 'late' as const

describe('settlesWithin', () => {
  test('is true for work that settles in time, fulfilled or rejected', async () => {
    expect(await settlesWithin(Promise.resolve(), 1000)).toBe(true)
    expect(await settlesWithin(Promise.reject(new Error('bad')), 1000)).toBe(true)
    expect(await settlesWithin(never, 5)).toBe(false)
  })
})

describe('withTimeout', () => {
  test('returns the result of the work, or that of onTimeout', async () => {
    expect(await withTimeout(Promise.resolve('done'), 1000, late)).toBe('done')
    expect(await withTimeout(never, 5, late)).toBe('late')
  })

  test('returns a result that arrived while the process was paused', async () => {
    const limitMs = 20
    const receive = async (): Promise<'done' | 'late' | undefined> => {
      const { port1, port2 } = new MessageChannel()
      using _ = { [Symbol.dispose]: () => port1.close() }
      // A client hands on what it reads in the next turn.
      const received = once(port2, 'message').then(async () => {
        await setImmediate()
        await setImmediate()
        return 'done' as const
      })
      const start = performance.now()
      const result = withTimeout(received, limitMs, late)
      // Timers are the next that this process looks at.
      await setImmediate()
      if (performance.now() - start >= limitMs) return undefined
      port1.postMessage('')
      while (performance.now() - start < 2 * limitMs);
      return result
    }
    let result: Awaited<ReturnType<typeof receive>>
    // The machine may have paused the process before the message.
    while (result === undefined) result = await receive()
    expect(result).toBe('done')
  })

  test('throws what the work or the timeout throws', async () => {
    await expect(withTimeout(Promise.reject(new Error('bad')), 1000, late)).rejects.toThrow('bad')
    const fail = () => {
      throw new Error('too late')
    }
    await expect(withTimeout(never, 5, fail)).rejects.toThrow('too late')
  })

  test('rejects when its signal aborts', async () => {
    const waiting = withTimeout(never, 60_000, late, AbortSignal.timeout(5))
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})
