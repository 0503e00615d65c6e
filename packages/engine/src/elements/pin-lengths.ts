import { recordLengths } from '../in-page/measuring/record-lengths.ts'
import { recordHeights } from '../in-page/measuring/record-heights.ts'
import { pinHeights } from '../in-page/measuring/pin-heights.ts'
import { muteResizes } from '../in-page/settling/mute-resizes.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { setMetrics } from '../protocol/metrics.ts'

/** Any other height shows which lengths depend on it. */
const CHANGE = 97

/**
 * Keeps the lengths of elements and generated boxes that depend on the height of the viewport as they are when that grows. The
 * page sees no resize.
 */
export function pinLengths(ctx: PageContext): Promise<void> {
  const { tab, viewport } = ctx
  const { session } = tab
  const record = (isSecond: boolean) => callInPage(tab, recordLengths, { isSecond })
  return evaluateAcrossNavigation(ctx, async () => {
    await callInPage(tab, muteResizes)
    await callInPage(tab, recordHeights)
    await record(false)
    try {
      await setMetrics(session, { ...viewport, height: viewport.height + CHANGE })
      await record(true)
    } finally {
      await setMetrics(session, viewport)
    }
    await callInPage(tab, pinHeights, { always: true })
  })
}
