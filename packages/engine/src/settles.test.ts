import { expect, test } from '@jest/globals'
import { settlesWithin } from './settles.ts'

test('work settles in time whether it ends well or badly', async () => {
  expect(await settlesWithin(Promise.resolve(), 1000)).toBe(true)
  expect(await settlesWithin(Promise.reject(new Error('bad')), 1000)).toBe(true)
  expect(await settlesWithin(new Promise(() => undefined), 5)).toBe(false)
})
