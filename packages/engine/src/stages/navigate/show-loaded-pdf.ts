import sharp from 'sharp'
import { settlesWithin } from '@render/async'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { showPicture } from '../../in-page/drawing/show-picture.ts'
import type { PageContext } from '../../page-context.ts'
import { stage } from '../../stage.ts'

/** The program rasterises the whole page before it encodes any of it. */
const BYTES_PER_PIXEL = 4
/** Nearly every page is rasterised within this time; one that takes longer delays no captures of other renders. */
const HOLD_MS = 2000

/** Shows the first page of a loaded PDF in the tab, as wide as the viewport, unless nothing but the PDF itself is wanted. */
export const showLoadedPdf = stage({
  name: 'show-loaded-pdf',
  phase: 'navigate',
  borrows: ['format', 'save_html', 'save_mhtml', 'use_llm'],
  async run(ctx, { format, save_html, save_mhtml, use_llm }) {
    if (!ctx.loadedPdf) return
    const pdf = await ctx.loadedPdf
    if (format !== 'pdf') return show(ctx, pdf)
    if (!save_html && !save_mhtml && !use_llm) return
    try {
      await show(ctx, pdf)
    } catch {
      ctx.signal.throwIfAborted()
      ctx.warnings.push('The first page of the PDF could not be drawn for what is made beside the PDF.')
    }
  },
})

async function show(ctx: PageContext, pdf: Buffer): Promise<void> {
  const { cpuSemaphore, pdfTools, viewport, bounds, signal } = ctx
  const width = Math.round(viewport.width * viewport.ratio)
  const maxHeight = Math.min(bounds.side, Math.floor(bounds.pixels / width))
  const rasterise = async (): Promise<Buffer> => {
    using _ = await ctx.reservePixels(width * maxHeight * BYTES_PER_PIXEL)
    const work = (release: () => void): Promise<Buffer> => {
      const picture = pdfTools.rasterisePdf(pdf, { width, maxHeight }, signal)
      void settlesWithin(picture, HOLD_MS).then(release)
      return picture
    }
    return await cpuSemaphore.run(width * viewport.height * viewport.ratio, work, signal)
  }
  const picture = await rasterise()
  const { height } = await sharp(picture).metadata()
  if (height === maxHeight)
    ctx.warnings.push(`The first page of the PDF was cut to the largest height of ${height} pixels.`)
  const address = `data:image/png;base64,${picture.toString('base64')}`
  const isShown = await callAcrossNavigation(ctx, showPicture, address)
  if (!isShown) throw new Error('The picture of the PDF could not be shown.')
}
