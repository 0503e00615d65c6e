import { loadDocument, loading } from '../../browser/load-document.ts'
import { stage } from '../../stage.ts'

/** Loads the page once more when it was scrolled through: what that woke is there from the beginning. */
export const reloadAfterScroll = stage({
  name: 'reload-after-scroll',
  phase: 'prepare',
  owns: ['reload_after_scroll', 'revisit_after_scroll'],
  borrows: loading,
  async run(work, { reload_after_scroll, revisit_after_scroll, ...options }) {
    if ((!reload_after_scroll && !revisit_after_scroll) || work.pdf) return
    await loadDocument(work, options, revisit_after_scroll ? 'visit' : 'reload')
    work.isReloaded = true
  },
})
