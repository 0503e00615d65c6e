import { GROWING, mayGrow } from '../../elements/may-grow.ts'
import { interceptResizeEvents } from '../../in-page/main-world/intercept-resize-events.ts'
import { stage } from '../../stage.ts'

/**
 * Prepares to hide resize events from the page: a capture beyond the viewport resizes it for a moment. Markup without an
 * address still sees them, because it is written into an existing document.
 */
export const holdResizes = stage({
  name: 'hold-resizes',
  phase: 'hooks',
  borrows: GROWING,
  async run({ tab: { page } }, options) {
    if (mayGrow(options)) await page.addInitScript(interceptResizeEvents)
  },
})
