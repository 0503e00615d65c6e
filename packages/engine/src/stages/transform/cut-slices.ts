import { makeSlices } from '../../pictures/slices.ts'
import { finishImageStage } from '../../stage.ts'

/** Cuts slices of a full page, before it is resized. */
export const cutSlices = finishImageStage({
  name: 'cut-slices',
  phase: 'transform',
  owns: ['full_page_slices', 'full_page_slice_height', 'full_page_slice_overlap_height'],
  direct: true,
  borrows: ['format', 'quality'],
  run: (ctx, options) => makeSlices(ctx, options, ctx.page.viewport.ratio * ctx.scale),
})
