import { describe, expect, test } from '@jest/globals'
import { createReadiness } from './readiness.ts'

describe('readiness', () => {
  test('a wait goes on over a new try and ends with its success', async () => {
    const readiness = createReadiness()
    const waiting = readiness.wait()
    readiness.begin()
    readiness.succeed()
    await expect(waiting).resolves.toBeUndefined()
  })

  test('after a death, waiting is for the next success', async () => {
    const readiness = createReadiness()
    readiness.succeed()
    readiness.begin()
    const waiting = readiness.wait()
    readiness.fail(new Error('crash loop'))
    await expect(waiting).rejects.toThrow('crash loop')
  })

  test('a failure is forgotten by the next try', async () => {
    const readiness = createReadiness()
    readiness.fail(new Error('crash loop'))
    await expect(readiness.wait()).rejects.toThrow('crash loop')
    readiness.begin()
    readiness.succeed()
    await expect(readiness.wait()).resolves.toBeUndefined()
  })
})
