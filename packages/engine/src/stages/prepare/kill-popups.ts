import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { displayedElements } from '../../in-page/finding/displayed-elements.ts'
import { ancestorsOf } from '../../in-page/finding/ancestors-of.ts'
import { createHitTest } from '../../in-page/finding/hit-test.ts'
import { listContent } from '../../in-page/hiding/list-content.ts'
import { createPaintOrder } from '../../in-page/hiding/paint-order.ts'
import { removePopups } from '../../in-page/hiding/remove-popups.ts'
import { unlockScroll } from '../../in-page/hiding/unlock-scroll.ts'
import { setStyles } from '../../in-page/styling/set-styles.ts'
import { stage } from '../../stage.ts'

/** Removes pop-ups that cover the page. */
export const killPopups = stage({
  name: 'kill-popups',
  phase: 'prepare',
  owns: ['kill_popups'],
  direct: true,
  async run(ctx, { kill_popups }) {
    if (!kill_popups) return
    await callAcrossNavigation(
      ctx,
      removePopups,
      undefined,
      allElements,
      displayedElements,
      ancestorsOf,
      createHitTest,
      listContent,
      createPaintOrder,
      unlockScroll,
      setStyles,
    )
  },
})
