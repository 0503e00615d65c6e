import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { remembered } from './remembered.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a measurement is made again when it is old, and a failure sooner; only the first call waits', async () => {
  const measurements: PromiseWithResolvers<number>[] = []
  const read = remembered(() => {
    measurements.push(Promise.withResolvers())
    return measurements.at(-1)!.promise
  })
  const first = read()
  measurements[0]!.resolve(1)
  expect(await first).toBe(1)
  await jest.advanceTimersByTimeAsync(9999)
  expect(await read()).toBe(1)
  expect(measurements).toHaveLength(1)

  await jest.advanceTimersByTimeAsync(1)
  expect(await read()).toBe(1)
  expect(await read()).toBe(1)
  expect(measurements).toHaveLength(2)
  measurements[1]!.reject(new Error('away'))
  await jest.advanceTimersByTimeAsync(1999)
  await expect(read()).rejects.toThrow('away')
  expect(measurements).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(1)
  await expect(read()).rejects.toThrow('away')
  expect(measurements).toHaveLength(3)
})
