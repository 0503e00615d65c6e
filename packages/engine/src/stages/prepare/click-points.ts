import { withinTimeBudget } from '../../protocol/time-budget.ts'
import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { stage } from '../../stage.ts'

/** Clicks at points of the viewport. */
export const clickPoints = stage({
  name: 'click-points',
  phase: 'prepare',
  owns: ['click_at'],
  borrows: ['minidelay', 'wait_until'],
  async run(ctx, { click_at, minidelay, wait_until }) {
    const { tab } = ctx
    const { width, height } = ctx.viewport
    for (const { x, y } of click_at ?? []) {
      if (x >= width || y >= height)
        ctx.warnings.push(`"click_at" ${x},${y} is outside of the viewport of ${width}x${height} CSS pixels.`)
      await actAndAwaitNavigation(ctx, wait_until, async () => {
        await withinTimeBudget(ctx, () => tab.time.input(() => tab.page.mouse.click(x, y)))
        await tab.time.sleep(minidelay, ctx.signal)
      })
    }
  },
})
