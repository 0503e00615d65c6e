import { documentArea } from '../../pictures/document-area.ts'
import { stage } from '../../stage.ts'

/** The whole document is what is captured, unless something smaller is; as wide as the viewport or as all there is. */
export const measureDocument = stage({
  name: 'measure-document',
  phase: 'capture',
  owns: ['full_page', 'full_width', 'max_height', 'max_width'],
  async run(work, { full_page, full_width, max_height = Infinity, max_width = Infinity }) {
    if (!full_page || work.area) return
    const { all } = await documentArea(work)
    const wide = full_width ? all : { x: 0, width: work.viewport.width }
    const width = Math.min(wide.width, full_width ? max_width : Infinity)
    // Where a page begins at its right edge, it also ends at the left one.
    const x = wide.x < 0 ? wide.x + wide.width - width : wide.x
    work.isWholePage = true
    work.area = { x, y: all.y, width, height: Math.min(all.height, max_height) }
  },
})
