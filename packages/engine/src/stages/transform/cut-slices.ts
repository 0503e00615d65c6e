import { makeSlices } from '../../pictures/slices.ts'
import { stage } from '../../stage.ts'

/** Slices of a full page as it is before it is resized. */
export const cutSlices = stage({
  name: 'cut-slices',
  phase: 'transform',
  owns: ['full_page_slices', 'full_page_slice_height', 'full_page_slice_overlap_height'],
  borrows: ['format', 'quality'],
  run: (work, options) => makeSlices(work, options, work.viewport.ratio * work.scale),
})
