import { loading } from '../../navigation/load.ts'
import { loadOrContinue } from '../../navigation/load-or-continue.ts'
import { stage } from '../../stage.ts'

/** Loads the page a second time before anything is done to it: sites may differ on a second visit. */
export const reloadPage = stage({
  name: 'reload-page',
  phase: 'navigate',
  owns: ['reload', 'revisit'],
  borrows: loading,
  async run(ctx, { reload, revisit, ...options }) {
    if ((!reload && !revisit) || ctx.loadedPdf || ctx.hasFailedToLoad) return
    await loadOrContinue(ctx, options, revisit ? 'visit' : 'reload')
  },
})
