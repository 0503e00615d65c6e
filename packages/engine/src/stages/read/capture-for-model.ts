import { isPicture } from '../../llm/model-picture.ts'
import { captureArea } from '../../pictures/capture-area.ts'
import { STEP_US } from '../../page-time/stepped-time.ts'
import { modelStage } from '../../stage.ts'

/** Captures the viewport for the model, where the main output is no picture. */
export const captureForModel = modelStage({
  name: 'capture-for-model',
  phase: 'read',
  borrows: ['format'],
  async run(ctx, { format }) {
    if (isPicture(format)) return
    const { page } = ctx
    const { clock } = page.tab
    ctx.picture = clock
      ? { body: await clock.capture(clock.now() + STEP_US), ...page.viewport, format: 'png' }
      : await captureArea({ page, scale: 1 }, undefined, { format: 'png' })
  },
})
