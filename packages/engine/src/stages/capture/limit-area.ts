import { fitPicture, isCut, refuseChange, warningsOfChange } from '../../picture-limits.ts'
import { imageStage } from '../../stage.ts'

/** Scales or cuts an area that is too large for a picture of the format, with a warning. */
export const limitArea = imageStage({
  name: 'limit-area',
  phase: 'capture',
  borrows: ['format', 'dpr', 'force_dpr'],
  run(ctx, { format, dpr, force_dpr }) {
    const { area, page } = ctx
    const { bounds, viewport } = page
    const { width, height } = area ?? viewport
    const fitting = fitPicture({ width, height, ratio: viewport.ratio }, format, bounds)
    const wanted = { width, height, ratio: dpr }
    if (force_dpr) refuseChange(wanted, fitting)
    if (area && isCut(wanted, fitting)) ctx.area = { ...area, width: fitting.width, height: fitting.height }
    ctx.scale = fitting.ratio / viewport.ratio
    ctx.page.warnings.push(...warningsOfChange(wanted, fitting))
  },
})
