import { fitViewport } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** How large the page is, and how finely it is drawn, before anything is. */
export const viewport = stage({
  name: 'viewport',
  phase: 'context',
  owns: ['width', 'height', 'dpr', 'force_dpr'],
  run(work, { width, height, dpr, force_dpr }) {
    work.viewport = fitViewport({ width, height, ratio: dpr }, force_dpr, work.bounds)
  },
})
