import { captureArea } from '../../pictures/capture-area.ts'
import { changesPicture, pictureChanges } from '../../pictures/changes.ts'
import { imageStage } from '../../stage.ts'

/** Captures in one piece: as the browser's own jpg when nothing changes it afterwards, else as the png that is fastest to make. */
export const takePicture = imageStage({
  name: 'take-picture',
  phase: 'capture',
  borrows: ['format', 'quality', ...pictureChanges],
  async run(ctx, { format, quality, ...changes }) {
    if (ctx.sectionSize) return
    const isFinal = format === 'jpg' && !changesPicture(changes)
    ctx.picture = await captureArea(ctx, ctx.area, isFinal ? { format, quality } : { format: 'png' })
  },
})
