import { loadEagerly } from '../../in-page/scrolling/load-eagerly.ts'
import { loading } from '../../navigation/load.ts'
import { loadOrContinue } from '../../navigation/load-or-continue.ts'
import { trackConnections } from '../../navigation/track-connections.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { stage } from '../../stage.ts'

/** The longest wait for images and frames that the second document would load near the viewport only. */
const FETCH_MS = 5000

/** Loads the page again after the first scroll, so that what it triggered is there from the start. */
export const reloadAfterScroll = stage({
  name: 'reload-after-scroll',
  phase: 'prepare',
  owns: ['reload_after_scroll', 'revisit_after_scroll'],
  borrows: loading,
  async run(ctx, { reload_after_scroll, revisit_after_scroll, ...options }) {
    if ((!reload_after_scroll && !revisit_after_scroll) || ctx.loadedPdf || ctx.hasFailedToLoad) return
    await loadOrContinue(ctx, options, revisit_after_scroll ? 'visit' : 'reload')
    ctx.isReloaded = true
    if (!ctx.isWarmedUp) return
    using network = trackConnections(ctx.tab)
    const lazy = await callAcrossNavigation(ctx, loadEagerly)
    if (lazy) await network.closed(FETCH_MS)
  },
})
