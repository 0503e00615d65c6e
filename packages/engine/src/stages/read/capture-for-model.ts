import { isPicture } from '../../models/model-picture.ts'
import { captureArea } from '../../pictures/capture-area.ts'
import { modelStage } from '../../stage.ts'

/** Captures the viewport for the model, where the main output is no picture. */
export const captureForModel = modelStage({
  name: 'capture-for-model',
  phase: 'read',
  borrows: ['format'],
  async run(ctx, { format }) {
    if (isPicture(format)) return
    ctx.picture = await captureArea({ page: ctx.page, scale: 1 }, undefined, { format: 'png' })
  },
})
