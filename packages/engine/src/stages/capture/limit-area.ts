import { fitPicture, isCut, isReduced, refuseChange, warningsOfChange } from '../../picture-limits.ts'
import { fitArea, sizeChanges, surroundBy } from '../../picture-sizes/fit-area.ts'
import { imageStage } from '../../stage.ts'

/**
 * Scales or cuts an area that is too large for a picture of the format, with a warning. What makes its picture larger counts
 * too, unless it would make one of the requested size too large: then the stage that applies it refuses it.
 */
export const limitArea = imageStage({
  name: 'limit-area',
  phase: 'capture',
  borrows: ['format', 'width', 'height', 'dpr', 'force_dpr', ...sizeChanges],
  run(ctx, { format, width, height, dpr, force_dpr, ...changes }) {
    const { area, page } = ctx
    const { bounds, viewport, warnings } = page
    const { ratio } = viewport
    const options = { ...changes, format }
    const requested = { x: 0, y: 0, ...fitPicture({ width, height, ratio }, format, bounds) }
    const hasRoom = !isReduced(requested, fitArea(requested, options, bounds))

    const shown = area ?? viewport
    const wanted = { width: shown.width, height: shown.height, ratio: dpr }
    const measured = hasRoom && !force_dpr ? area : undefined
    const fitting = measured
      ? fitArea({ ...measured, ratio }, options, bounds)
      : fitPicture({ ...wanted, ratio }, format, bounds)
    if (force_dpr) refuseChange(wanted, fitting)
    if (area && isCut(wanted, fitting)) ctx.area = { ...area, width: fitting.width, height: fitting.height }
    ctx.scale = fitting.ratio / ratio
    warnings.push(...warningsOfChange(wanted, fitting, measured && surroundBy(options)))
  },
})
