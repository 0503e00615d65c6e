import { fitPicture, isCut, refuseChange, tellChange } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** Makes smaller, or cuts, what no picture of the format can show, and says so. */
export const limitArea = stage({
  name: 'limit-area',
  phase: 'capture',
  borrows: ['format', 'dpr', 'force_dpr'],
  run(work, { format, dpr, force_dpr }) {
    const { bounds, viewport, area } = work
    const { width, height } = area ?? viewport
    const fitting = fitPicture({ width, height, ratio: viewport.ratio }, format, bounds)
    const wanted = { width, height, ratio: dpr }
    if (force_dpr) refuseChange(wanted, fitting)
    if (area && isCut(wanted, fitting)) work.area = { ...area, width: fitting.width, height: fitting.height }
    work.scale = fitting.ratio / viewport.ratio
    work.warnings.push(...tellChange(wanted, fitting))
  },
})
