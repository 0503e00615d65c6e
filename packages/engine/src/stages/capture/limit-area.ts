import { fitPicture, tellCut } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** Cuts what no picture of the format can show, and says so. */
export const limitArea = stage({
  name: 'limit-area',
  phase: 'capture',
  borrows: ['format', 'width', 'height'],
  run(work, { format, width, height }) {
    const wanted = work.area ?? { x: 0, y: 0, width, height }
    const area = fitPicture(wanted, format)
    const cut = tellCut(wanted, area, format)
    if (cut.length > 0) work.area = area
    work.warnings.push(...cut)
  },
})
