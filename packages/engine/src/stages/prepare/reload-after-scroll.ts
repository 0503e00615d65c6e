import { loadDocument, loading } from '../../navigation/load-document.ts'
import { stage } from '../../stage.ts'

/** Loads the page again after the first scroll, so that what it triggered is there from the start. */
export const reloadAfterScroll = stage({
  name: 'reload-after-scroll',
  phase: 'prepare',
  owns: ['reload_after_scroll', 'revisit_after_scroll'],
  borrows: loading,
  async run(ctx, { reload_after_scroll, revisit_after_scroll, ...options }) {
    if ((!reload_after_scroll && !revisit_after_scroll) || ctx.loadedPdf) return
    await loadDocument(ctx, options, revisit_after_scroll ? 'visit' : 'reload')
    ctx.isReloaded = true
  },
})
