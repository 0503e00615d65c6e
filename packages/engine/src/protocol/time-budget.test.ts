import { expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { realTime } from '../page-time/page-time.ts'
import { spendTimeBudget, TIMED_OUT, withinTimeBudget } from './time-budget.ts'

test('subtracts the time that a page takes, except the exempt time, from the time budget', async () => {
  const ctx = { tab: { time: realTime }, timeBudgetMs: 1000 }
  expect(await spendTimeBudget(ctx, () => sleep(50, 'reply'), 1000)).toBe('reply')
  expect(ctx.timeBudgetMs).toBeLessThanOrEqual(951)
  const { timeBudgetMs } = ctx
  await spendTimeBudget(ctx, () => sleep(50), 1000, 10_000)
  expect(ctx.timeBudgetMs).toBe(timeBudgetMs)
})

test('stops waiting at the timeout, and throws when the time budget is used up', async () => {
  const ctx = { tab: { time: realTime }, timeBudgetMs: 100 }
  expect(await spendTimeBudget(ctx, () => sleep(1000), 20)).toBe(TIMED_OUT)
  await expect(withinTimeBudget(ctx, () => sleep(1000))).rejects.toMatchObject({
    code: 'RenderTimeoutError',
  })
  expect(ctx.timeBudgetMs).toBe(0)
  await expect(withinTimeBudget(ctx, () => sleep(30))).rejects.toMatchObject({ code: 'RenderTimeoutError' })
})
