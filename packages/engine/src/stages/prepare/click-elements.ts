import type { ElementHandle } from 'playwright-core'
import { clickByScript, findElements, named, trackClicks } from '../../elements/match-elements.ts'
import { withinTimeBudget } from '../../protocol/time-budget.ts'
import { CLICKS } from '../../elements/click-options.ts'
import { createReach, REACH_MS, type Reach } from '../../elements/reach.ts'
import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { stage } from '../../stage.ts'
import type { Click } from '../../page-context.ts'

/** More matches are most likely a mistake. */
const MAX_CLICKS = 300

/** Clicks elements with the pointer where possible. Warns about selectors without a match. */
export const clickElements = stage({
  name: 'click-elements',
  phase: 'prepare',
  owns: [...CLICKS, 'save_clicks'],
  borrows: ['minidelay', 'wait_until', 'disable_js', 'frame_selection_mode'],
  async run(ctx, { minidelay, wait_until, disable_js, save_clicks, frame_selection_mode, ...options }) {
    const clicks: Click[] = []
    const reach = createReach(ctx.tab.time)
    let windows = 0
    const onWindow = (): void => void (windows += 1)
    ctx.tab.session.on('Page.windowOpen', onWindow)
    for (const option of CLICKS)
      for (const [index, selector] of (options[option] ?? []).entries()) {
        const maxElements = option.startsWith('click_all') ? MAX_CLICKS : 1
        const { matched, elements } = await findElements(
          ctx,
          named(option, selector),
          maxElements,
          frame_selection_mode,
        )
        let clicked = 0
        const windowsBefore = windows
        for (const element of elements)
          await actAndAwaitNavigation(ctx, wait_until, async () => {
            const act = () => click(element, reach, { byScript: !disable_js })
            if (await withinTimeBudget(ctx, act, REACH_MS)) clicked += 1
            await ctx.tab.time.sleep(minidelay, ctx.signal)
          })
        if (matched === 0) ctx.warnings.push(`No element matches "${option}[${index}]".`)
        else if (clicked < elements.length)
          ctx.warnings.push(
            `Clicked ${clicked} of ${elements.length} elements matching "${option}[${index}]".`,
          )
        if (windows > windowsBefore)
          ctx.warnings.push(
            `A click on an element matching "${option}[${index}]" opened another window, which is not captured.`,
          )
        if (matched > maxElements && maxElements > 1)
          ctx.warnings.push(
            `Clicked the first ${maxElements} of ${matched} elements matching "${option}[${index}]".`,
          )
        clicks.push({ selector, matched, clicked })
      }
    ctx.tab.session.off('Page.windowOpen', onWindow)
    if (save_clicks) ctx.clicks = clicks
  },
})

/**
 * Clicks by script what the pointer cannot reach, or seems not to reach because the page takes long to handle its click. Returns
 * whether it clicked: the element may be gone by then.
 */
async function click(
  element: ElementHandle,
  reach: Reach,
  { byScript }: { byScript: boolean },
): Promise<boolean> {
  if (byScript) await trackClicks(element)
  if (await reach(element, { name: 'click' })) return true
  if (!byScript) return false
  return clickByScript(element)
}
