import { ACTIONS, hasActed } from '../../elements/click-options.ts'
import type { PageContext } from '../../page-context.ts'
import { withinTimeBudget } from '../../protocol/time-budget.ts'
import { stage } from '../../stage.ts'

/** Presses Escape, which closes overlays on many pages. */
export const pressEscape = stage({
  name: 'press-escape',
  phase: 'prepare',
  owns: ['press_escape'],
  borrows: ['minidelay'],
  async run(ctx, { press_escape, minidelay }) {
    if (press_escape) await press(ctx, minidelay)
  },
})

/** Presses Escape again, for overlays that came after the first time, unless the caller has changed the page since. */
export const pressEscapeAgain = stage({
  name: 'press-escape-again',
  phase: 'prepare',
  borrows: ['press_escape', 'minidelay', ...ACTIONS],
  async run(ctx, { press_escape, minidelay, ...options }) {
    if (press_escape && !hasActed(options)) await press(ctx, minidelay)
  },
})

async function press(ctx: PageContext, minidelay: number): Promise<void> {
  const { tab } = ctx
  await withinTimeBudget(ctx, () => tab.time.input(() => tab.page.keyboard.press('Escape')))
  await tab.time.sleep(minidelay, ctx.signal)
}
