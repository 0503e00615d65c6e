import { fitViewport } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** Sets the size of the page and its device pixel ratio. */
export const viewport = stage({
  name: 'viewport',
  phase: 'context',
  owns: ['width', 'height', 'dpr', 'force_dpr'],
  run(ctx, { width, height, dpr, force_dpr }) {
    ctx.viewport = fitViewport({ width, height, ratio: dpr }, force_dpr, ctx.bounds)
  },
})
