import { expect, test } from '@jest/globals'
import { startHeldTime } from '../../tests/held-time.ts'
import { spendTimeBudget, TIMED_OUT, withinTimeBudget } from './time-budget.ts'

/** A page with a time budget, and replies of it that take some time. */
function start(timeBudgetMs: number) {
  const time = startHeldTime()
  const ctx = { tab: { time }, timeBudgetMs }
  return { ctx, replyAfter: (ms: number) => () => time.pass(ms).then(() => 'reply') }
}

test('subtracts the time that a page takes, except the exempt time, from the time budget', async () => {
  const { ctx, replyAfter } = start(1000)
  expect(await spendTimeBudget(ctx, replyAfter(50), 1000)).toBe('reply')
  expect(ctx.timeBudgetMs).toBe(950)
  await spendTimeBudget(ctx, replyAfter(50), 1000, 20)
  expect(ctx.timeBudgetMs).toBe(920)
  await spendTimeBudget(ctx, replyAfter(50), 1000, 10_000)
  expect(ctx.timeBudgetMs).toBe(920)
})

test('stops waiting at the timeout, and throws when the time budget is used up', async () => {
  const { ctx, replyAfter } = start(100)
  expect(await spendTimeBudget(ctx, replyAfter(20), 20)).toBe(TIMED_OUT)
  expect(await withinTimeBudget(ctx, replyAfter(79))).toBe('reply')
  const late = { code: 'RenderTimeoutError' }
  await expect(withinTimeBudget(ctx, replyAfter(1))).rejects.toMatchObject(late)
  expect(ctx.timeBudgetMs).toBe(0)
  await expect(withinTimeBudget(ctx, replyAfter(1))).rejects.toMatchObject(late)
})
