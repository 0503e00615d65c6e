import { documentArea } from '../../pictures/document-area.ts'
import { areaStage } from '../../stage.ts'

/** Captures the whole document, unless a smaller area is captured; as wide as the viewport or, with `full_width`, the document. */
export const measureDocument = areaStage({
  name: 'measure-document',
  phase: 'capture',
  owns: ['full_page', 'full_width', 'max_height', 'max_width'],
  direct: true,
  async run(ctx, { full_page, full_width, max_height = Infinity, max_width = Infinity }) {
    if (!full_page || ctx.area) return
    const { all } = await documentArea(ctx.page)
    const wide = full_width ? all : { x: 0, width: ctx.page.viewport.width }
    const width = Math.min(wide.width, full_width ? max_width : Infinity)
    // A page that begins at its right edge extends to the left.
    const x = wide.x < 0 ? wide.x + wide.width - width : wide.x
    ctx.isWholePage = true
    ctx.area = { x, y: all.y, width, height: Math.min(all.height, max_height) }
  },
})
