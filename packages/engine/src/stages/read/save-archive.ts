import { ONLY_FIRST_PAGE } from '../../documents/read-pdf-content.ts'
import { DocumentTooLarge, requireDocumentSize } from '../../documents/require-document-size.ts'
import { removeWrittenSheets, writeSheets } from '../../in-page/reading/write-sheets.ts'
import { whileAnswering } from '../../pictures/while-answering.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { isReplyTooLong } from '../../protocol/errors.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { documentStage } from '../../stage.ts'

/** The browser sends an archive as one reply; its bytes, its text and what is read of it are in memory together. */
const MAX_BYTES = 400 * 1024 ** 2

/** Reads the page with all that it loaded as one MHTML archive. */
export const saveArchive = documentStage({
  name: 'save-archive',
  phase: 'read',
  async run(ctx) {
    const { page } = ctx
    if (page.loadedPdf) page.warnings.push(ONLY_FIRST_PAGE)
    const { tab } = page
    await inEveryFrame(page, (frame) => callInFrame(frame, writeSheets))
    using memory = await page.reservePixels(MAX_BYTES)
    const reading = evaluateAcrossNavigation(page, () => tab.session.send('Page.captureSnapshot'))
    // A page that hangs sends nothing, and holds no memory that others wait for.
    const archive = await whileAnswering(tab.session, reading, () => memory[Symbol.dispose]()).catch(
      (error: unknown) => {
        throw isReplyTooLong(error) ? new DocumentTooLarge() : error
      },
    )
    await inEveryFrame(page, (frame) => callInFrame(frame, removeWrittenSheets))
    const bytes = Buffer.from(archive.data)
    requireDocumentSize(bytes.length)
    ctx.body = { bytes }
  },
})
