import { RenderError } from '@render/errors'
import { MAX_PIXELS } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** How large the page is before anything is drawn. */
export const viewport = stage({
  name: 'viewport',
  phase: 'context',
  owns: ['width', 'height'],
  run(work, { width, height }) {
    if (width * height > MAX_PIXELS) {
      const message = `"width" times "height" must be at most ${MAX_PIXELS} pixels.`
      const details = ['width', 'height'].map((option) => ({ option, message }))
      throw new RenderError('InvalidOptions', { message, details })
    }
    work.contextOptions.viewport = { width, height }
  },
})
