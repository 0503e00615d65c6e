import { requireDocumentSize } from '../../documents/require-document-size.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { documentStage } from '../../stage.ts'

/** Reads the page with all that it loaded as one MHTML archive. */
export const saveArchive = documentStage({
  name: 'save-archive',
  phase: 'read',
  async run(ctx) {
    const { session } = ctx.page.tab
    const { data } = await evaluateAcrossNavigation(ctx.page, () => session.send('Page.captureSnapshot'))
    const bytes = Buffer.from(data)
    requireDocumentSize(bytes.length)
    ctx.body = { bytes }
  },
})
