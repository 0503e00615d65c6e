import type { RenderOptions } from '@render/options'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { scrollPage, type ScrollTarget } from '../../in-page/scrolling/scroll-page.ts'
import { awaitFrame } from '../../settling/await-frame.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

/**
 * Scrolls to the requested position. Without one, goes back to where the page was before the warm-up: its address, a click or
 * a script may have scrolled it. A full page and a video begin at the top.
 */
export const scrollTo = stage({
  name: 'scroll-to',
  phase: 'prepare',
  owns: ['scroll_to', 'scroll_to_x', 'minidelay'],
  direct: true,
  borrows: ['full_page', 'video_warmup'],
  async run(ctx, { full_page, video_warmup, scroll_to, scroll_to_x, minidelay }) {
    ctx.isUnlocked = false
    const start = full_page || video_warmup ? TOP : (ctx.offsetBeforeWarmUp ?? TOP)
    const mayBeAway = (full_page || video_warmup || ctx.isWarmedUp) && !isStillAt(ctx, start)
    const isBack = mayBeAway && (await scroll(ctx, start))
    const isWanted = !full_page && (scroll_to ?? scroll_to_x) !== undefined
    if (isWanted) await scrollToTargets(ctx, { scroll_to, scroll_to_x })
    if ((isBack || isWanted) && ctx.runsScripts) await awaitFrame(ctx)
    if (isWanted) await ctx.tab.time.sleep(minidelay, ctx.signal)
  },
})

const TOP = { top: 0, left: 0 }

/** Returns whether the warm-up found the page at a place, and had no reason to scroll it. */
function isStillAt({ isInert, offsetBeforeWarmUp: before }: PageContext, { top, left }: typeof TOP): boolean {
  return isInert && (!before || (before.top === top && before.left === left))
}

async function scrollToTargets(
  ctx: PageContext,
  { scroll_to, scroll_to_x }: Pick<RenderOptions, 'scroll_to' | 'scroll_to_x'>,
): Promise<void> {
  if (typeof scroll_to === 'number') await scroll(ctx, { top: scroll_to })
  if (typeof scroll_to_x === 'number') await scroll(ctx, { fromLeft: scroll_to_x })
  if (typeof scroll_to === 'string') await scroll(ctx, { selector: { css: scroll_to } }, 'scroll_to')
  if (typeof scroll_to_x === 'string') await scroll(ctx, { selector: { xpath: scroll_to_x } }, 'scroll_to_x')
}

/** Returns whether the page moved. */
async function scroll(
  ctx: PageContext,
  target: ScrollTarget,
  option?: 'scroll_to' | 'scroll_to_x',
): Promise<boolean> {
  const answer = await callAcrossNavigation(ctx, scrollPage, target)
  const outcome = answer ?? 'missing'
  const warning = `No element matches "${option}"; the page was not scrolled.`
  // The page may be scrolled twice.
  if (outcome === 'missing' && option && !ctx.warnings.includes(warning)) ctx.warnings.push(warning)
  if (outcome === 'invalid' && option)
    throw refusedSelector(option, option === 'scroll_to' ? 'CSS selector' : 'XPath')
  return outcome === 'moved'
}
