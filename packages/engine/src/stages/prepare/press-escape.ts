import { withinTimeBudget } from '../../protocol/time-budget.ts'
import { stage } from '../../stage.ts'

/** Presses Escape, which closes overlays on many pages. */
export const pressEscape = stage({
  name: 'press-escape',
  phase: 'prepare',
  owns: ['press_escape'],
  borrows: ['minidelay'],
  async run(ctx, { press_escape, minidelay }) {
    if (!press_escape) return
    const { tab } = ctx
    await withinTimeBudget(ctx, () => tab.time.input(() => tab.page.keyboard.press('Escape')))
    await tab.time.sleep(minidelay, ctx.signal)
  },
})
