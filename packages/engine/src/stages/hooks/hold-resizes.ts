import { GROWING, mayGrow } from '../../elements/may-grow.ts'
import { interceptResizeEvents } from '../../in-page/main-world/intercept-resize-events.ts'
import { stage } from '../../stage.ts'

/**
 * Prepares to hide resize events from the page: a capture beyond the viewport, an SVG, and a page that is fitted to paper
 * resize it for a moment. Markup without an address still sees them, because it is written into an existing document.
 */
export const holdResizes = stage({
  name: 'hold-resizes',
  phase: 'hooks',
  borrows: [...GROWING, 'format', 'pdf_fit_to_page'],
  async run({ tab: { page } }, { format, pdf_fit_to_page, ...options }) {
    if (mayGrow(options) || format === 'svg' || pdf_fit_to_page)
      await page.addInitScript(interceptResizeEvents)
  },
})
