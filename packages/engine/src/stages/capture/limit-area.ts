import { isCut } from '../../picture-limits.ts'
import { areaChanges, fitShown } from '../../picture-sizes/fit-area.ts'
import { imageStage } from '../../stage.ts'

/** Scales or cuts an area that is too large for a picture of the format, with a warning. */
export const limitArea = imageStage({
  name: 'limit-area',
  phase: 'capture',
  borrows: areaChanges,
  run(ctx, options) {
    const { area, page } = ctx
    const { viewport } = page
    const { fitting, warnings } = fitShown({ area, viewport }, options, page.bounds)
    if (area && isCut(area, fitting)) ctx.area = { ...area, width: fitting.width, height: fitting.height }
    ctx.scale = fitting.ratio / viewport.ratio
    page.warnings.push(...warnings)
  },
})
