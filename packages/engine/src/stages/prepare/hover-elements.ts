import { findElements, named } from '../../elements/match-elements.ts'
import { withinTimeBudget } from '../../protocol/time-budget.ts'
import { holdHover } from '../../elements/hold-hover.ts'
import { createReach, REACH_MS } from '../../elements/reach.ts'
import { stage } from '../../stage.ts'

/** Moves the pointer over elements and leaves it over the last one, which stays hovered wherever the page is scrolled. */
export const hoverElements = stage({
  name: 'hover-elements',
  phase: 'prepare',
  owns: ['hover', 'hover_x'],
  borrows: ['minidelay', 'frame_selection_mode'],
  async run(ctx, { minidelay, frame_selection_mode: frames, ...options }) {
    const [reach, reachThrough] = [createReach(ctx.tab.time), createReach(ctx.tab.time)]
    for (const option of ['hover', 'hover_x'] as const)
      for (const [index, selector] of (options[option] ?? []).entries()) {
        const [element] = (await findElements(ctx, named(option, selector), 1, frames)).elements
        if (!element) {
          ctx.warnings.push(`No element matches "${option}[${index}]".`)
          continue
        }
        // Another element may cover it.
        await withinTimeBudget(
          ctx,
          async () =>
            (await reach(element, { name: 'hover' })) ||
            (await reachThrough(element, { name: 'hover', isForced: true })),
          2 * REACH_MS,
        )
        await ctx.tab.time.sleep(minidelay, ctx.signal)
      }
    if (options.hover ?? options.hover_x) await holdHover(ctx)
  },
})
