import { expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { noScope } from '../../tests/no-scope.ts'
import type { Tab } from '../browser/tab.ts'
import { realTime } from '../page-time/page-time.ts'
import { startPageContext, type PageContext } from '../page-context.ts'
import { takeUnseen } from './take-unseen.ts'

/** Returns how often a page is captured that notices the first capture, or does not. */
async function capturesOf({
  notices,
  ...state
}: { notices: boolean } & Partial<Pick<PageContext, 'isSandboxed' | 'isInert'>>) {
  const ctx = startPageContext(noScope())
  let captures = 0
  const evaluate = () => Promise.resolve({ result: { value: notices && captures === 1 } })
  ctx.tab = { page: new EventEmitter(), world: { evaluate }, time: realTime } as unknown as Tab
  ctx.timeBudgetMs = 1000
  Object.assign(ctx, state)
  return takeUnseen(ctx, () => Promise.resolve(++captures))
}

test('a page that drew a frame in the small viewport of a capture is captured once more', async () => {
  expect(await capturesOf({ notices: true })).toBe(2)
})

test('a page that noticed nothing, or cannot, is captured once', async () => {
  expect(await capturesOf({ notices: false })).toBe(1)
  expect(await capturesOf({ notices: true, isSandboxed: true })).toBe(1)
  expect(await capturesOf({ notices: true, isInert: true })).toBe(1)
})
