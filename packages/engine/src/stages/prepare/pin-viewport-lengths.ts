import { GROWING, mayGrow } from '../../elements/may-grow.ts'
import { pinLengths } from '../../elements/pin-lengths.ts'
import { stage } from '../../stage.ts'

/** Pins what depends on the height of the viewport, before the viewport grows. */
export const pinViewportLengths = stage({
  name: 'pin-viewport-lengths',
  phase: 'prepare',
  owns: ['fix_full_height'],
  direct: true,
  borrows: GROWING,
  async run(ctx, { fix_full_height, ...options }) {
    if (fix_full_height && mayGrow(options)) await pinLengths(ctx)
  },
})
