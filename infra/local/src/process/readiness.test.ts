import { describe, expect, test } from '@jest/globals'
import { createReadiness } from './readiness.ts'

describe('readiness', () => {
  test('a wait continues over a new attempt and resolves with its success', async () => {
    const readiness = createReadiness()
    const waiting = readiness.wait()
    readiness.begin()
    readiness.succeed()
    await expect(waiting).resolves.toBeUndefined()
  })

  test('a wait that begins after a death rejects with the failure of the next attempt', async () => {
    const readiness = createReadiness()
    readiness.succeed()
    readiness.begin()
    const waiting = readiness.wait()
    readiness.fail(new Error('crash loop'))
    await expect(waiting).rejects.toThrow('crash loop')
  })

  test('a new attempt clears an earlier failure', async () => {
    const readiness = createReadiness()
    readiness.fail(new Error('crash loop'))
    await expect(readiness.wait()).rejects.toThrow('crash loop')
    readiness.begin()
    readiness.succeed()
    await expect(readiness.wait()).resolves.toBeUndefined()
  })
})
