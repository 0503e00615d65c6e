import sharp from 'sharp'
import { askDocument } from '../../browser/ask-document.ts'
import { showPicture } from '../../in-page/show-picture.ts'
import { stage } from '../../stage.ts'

/** The first page of a PDF is what its page shows, as wide as the viewport. */
export const drawPdf = stage({
  name: 'draw-pdf',
  phase: 'navigate',
  async run(work) {
    if (!work.pdf) return
    const pdf = await work.pdf
    const { captures, rasteriser, viewport, bounds, tab, signal } = work
    const width = Math.round(viewport.width * viewport.ratio)
    const maxHeight = Math.min(bounds.side, Math.floor(bounds.pixels / width))
    const draw = () => rasteriser.drawPdf(pdf, { width, maxHeight }, signal)
    const picture = await captures.run(width * viewport.height * viewport.ratio, draw, signal)
    const { height } = await sharp(picture).metadata()
    if (height === maxHeight)
      work.warnings.push(`The page of the PDF was cut to a height of ${height} pixels.`)
    const show = () => tab.page.evaluate(showPicture, `data:image/png;base64,${picture.toString('base64')}`)
    await askDocument(work, show)
  },
})
