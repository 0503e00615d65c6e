import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { setMetrics } from '../../protocol/metrics.ts'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { measureContent } from '../../in-page/measuring/measure-content.ts'
import { unmuteResizes } from '../../in-page/settling/mute-resizes.ts'
import { cutMeasured, fitViewportToBounds } from '../../picture-limits.ts'
import { awaitFrame } from '../../settling/await-frame.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

/** Sizes the viewport to an element: its width first, then its height at that width. A side that is too long is cut. */
export const fitViewport = stage({
  name: 'fit-viewport',
  phase: 'prepare',
  owns: ['width_from', 'height_from'],
  direct: true,
  borrows: ['force_dpr'],
  async run(ctx, { width_from, height_from, force_dpr }) {
    await fit(ctx, 'width_from', width_from, force_dpr)
    // Scripts may lay the page out for its new width.
    if (width_from && height_from && ctx.runsScripts) await awaitFrame(ctx)
    await fit(ctx, 'height_from', height_from, force_dpr)
  },
})

const SIDES = { width_from: 'width', height_from: 'height' } as const

async function fit(
  ctx: PageContext,
  option: keyof typeof SIDES,
  selector: string | undefined,
  forced: boolean,
): Promise<void> {
  if (!selector) return
  const side = SIDES[option]
  const measured = await callAcrossNavigation(ctx, measureContent, selector)
  if (measured === 'invalid') throw refusedSelector(option, 'CSS selector')
  if (!measured || measured === 'missing' || measured[side] < 1) {
    const problem =
      !measured || measured === 'missing' ? 'matched no element' : 'matched an element of zero size'
    ctx.warnings.push(`"${option}" ${problem}; the viewport ${side} was not changed.`)
    return
  }
  const from = side === 'width' ? ([option, 'height'] as const) : (['width', option] as const)
  const wanted = { ...ctx.viewport, [side]: measured[side] }
  const cut = forced ? wanted : cutMeasured(wanted, side, ctx.bounds)
  if (cut[side] < wanted[side])
    ctx.warnings.push(
      `"${option}" matched an element with a ${side} of ${wanted[side]} CSS pixels; the viewport was cut to ${cut[side]}.`,
    )
  ctx.viewport = fitViewportToBounds(cut, forced, ctx.bounds, from)
  // The page may lay itself out for this size; `fix_full_height` has muted the resizes before.
  await callAcrossNavigation(ctx, unmuteResizes)
  await setMetrics(ctx.tab.session, ctx.viewport)
}
