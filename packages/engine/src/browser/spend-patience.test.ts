import { expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { patiently } from './patiently.ts'
import { LATE, spendPatience } from './spend-patience.ts'

test('what a page takes is gone of the patience with it, but what is free', async () => {
  const work = { patienceMs: 1000 }
  expect(await spendPatience(work, () => sleep(50, 'answer'), 1000)).toBe('answer')
  expect(work.patienceMs).toBeLessThanOrEqual(951)
  const { patienceMs } = work
  await spendPatience(work, () => sleep(50), 1000, 10_000)
  expect(work.patienceMs).toBe(patienceMs)
})

test('a page that takes longer is left, also when several steps take it together', async () => {
  const work = { patienceMs: 100 }
  expect(await spendPatience(work, () => sleep(1000), 20)).toBe(LATE)
  await expect(patiently(work, () => sleep(1000))).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  expect(work.patienceMs).toBe(0)
  await expect(patiently(work, () => sleep(30))).rejects.toMatchObject({ code: 'RenderTimeoutError' })
})
