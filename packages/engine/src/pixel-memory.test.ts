import { expect, test } from '@jest/globals'
import { setImmediate as turn } from 'node:timers/promises'
import { createWeightedSemaphore } from '@render/async'
import { createReservePixels } from './pixel-memory.ts'

const live = new AbortController().signal

test('the memory of a render is freed once it has ended and its last stage, too', async () => {
  const budget = createWeightedSemaphore(10)
  const over = new AbortController()
  const last = Promise.withResolvers<void>()
  await createReservePixels(budget, over.signal, () => last.promise)(10)
  let isFree = false
  const next = budget.acquire(1, live).then(() => (isFree = true))
  over.abort()
  await turn()
  expect(isFree).toBe(false)
  last.resolve()
  await next
})

test('a render can reserve memory again after it has freed it, but not before', async () => {
  const reservePixels = createReservePixels(createWeightedSemaphore(10), live, () => Promise.resolve())
  const first = await reservePixels(10)
  await expect(reservePixels(1)).rejects.toThrow('twice')
  first[Symbol.dispose]()
  await reservePixels(10)
})
