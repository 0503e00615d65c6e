import { fitViewportToBounds } from '../../picture-limits.ts'
import { isVideo } from '@render/outputs'
import { stage } from '../../stage.ts'

/** Sets the size of the page and its device pixel ratio. */
export const viewport = stage({
  name: 'viewport',
  phase: 'context',
  owns: ['width', 'height', 'dpr', 'force_dpr'],
  direct: true,
  borrows: ['format'],
  run(ctx, { width, height, dpr, force_dpr, format }) {
    const ratio = isVideo(format) ? 1 : dpr
    ctx.viewport = fitViewportToBounds({ width, height, ratio }, force_dpr, ctx.bounds)
  },
})
