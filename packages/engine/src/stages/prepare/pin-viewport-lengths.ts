import { pinViewportLengths as pinLengths } from '../../elements/pin-viewport-lengths.ts'
import { stage } from '../../stage.ts'

/** Pins what depends on the height of the viewport, before a full page makes that grow. */
export const pinViewportLengths = stage({
  name: 'pin-viewport-lengths',
  phase: 'prepare',
  owns: ['fix_full_height'],
  borrows: ['full_page'],
  async run(ctx, { fix_full_height, full_page }) {
    if (full_page && fix_full_height) await pinLengths(ctx)
  },
})
