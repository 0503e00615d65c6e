import { expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { PageContext } from '../page-context.ts'
import { realTime } from '../page-time/page-time.ts'
import { evaluateWithTimeout } from './evaluate-across-navigation.ts'
import { TIMED_OUT } from './time-budget.ts'

/** A page whose documents replace each other whenever `domcontentloaded` is emitted. */
function startPage() {
  const page = Object.assign(new EventEmitter(), { waitForLoadState: () => Promise.resolve() })
  return { page, ctx: { tab: { page, time: realTime }, timeBudgetMs: 1000 } as unknown as PageContext }
}

const never = (): Promise<never> => new Promise(() => undefined)

test('evaluates again in the document that replaced the first one', async () => {
  const { page, ctx } = startPage()
  const replies = [never, async () => 'second']
  const evaluating = evaluateWithTimeout(ctx, () => replies.shift()!(), 10_000)
  page.emit('domcontentloaded')
  expect(await evaluating).toBe('second')
})

test('evaluates nothing more after its timeout', async () => {
  const { page, ctx } = startPage()
  let evaluations = 0
  const evaluate = () => {
    evaluations += 1
    return never()
  }
  expect(await evaluateWithTimeout(ctx, evaluate, 1)).toBe(TIMED_OUT)
  page.emit('domcontentloaded')
  await new Promise(setImmediate)
  expect([evaluations, page.listenerCount('domcontentloaded')]).toEqual([1, 0])
})
