import { undoMarkupChanges } from '../../in-page/scrolling/undo-markup-changes.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { stage } from '../../stage.ts'

/** Takes back what the first scroll wrote into the markup, so that the page reads the same with and without it. */
export const undoWarmUp = stage({
  name: 'undo-warm-up',
  phase: 'read',
  async run(ctx) {
    if (!ctx.isWarmedUp) return
    await callAcrossNavigation(ctx, undoMarkupChanges)
  },
})
