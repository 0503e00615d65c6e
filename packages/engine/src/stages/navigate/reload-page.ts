import { loadDocument, loading } from '../../browser/load-document.ts'
import { stage } from '../../stage.ts'

/** Loads the page once more before anything is done to it: sites may differ on a second view. */
export const reloadPage = stage({
  name: 'reload-page',
  phase: 'navigate',
  owns: ['reload', 'revisit'],
  borrows: loading,
  async run(work, { reload, revisit, ...options }) {
    if ((reload || revisit) && !work.pdf) await loadDocument(work, options, revisit ? 'visit' : 'reload')
  },
})
