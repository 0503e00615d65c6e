import { expect, test } from '@jest/globals'
import type { PageContext } from '../../page-context.ts'
import { undoWarmUp } from './undo-warm-up.ts'

test('a page that was not warmed up is not asked', async () => {
  const ctx = { isWarmedUp: false, timeBudgetMs: 0 } as PageContext
  // There is no tab to ask.
  await expect(Promise.resolve(undoWarmUp.run(ctx, {} as never))).resolves.toBeUndefined()
  await expect(
    Promise.resolve(undoWarmUp.run({ ...ctx, isWarmedUp: true }, {} as never)),
  ).rejects.toBeInstanceOf(TypeError)
})
