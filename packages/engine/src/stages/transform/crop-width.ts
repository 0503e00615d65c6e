import { changePicture } from '../../pictures/change-picture.ts'
import { finishImageStage } from '../../stage.ts'

/** Crops the picture to a width, from its left edge. */
export const cropWidth = finishImageStage({
  name: 'crop-width',
  phase: 'transform',
  owns: ['crop_width'],
  direct: true,
  async run(ctx, { crop_width: width }) {
    const { picture } = ctx
    if (width === undefined || width >= picture.width) return
    const { height } = picture
    await changePicture(ctx, (image) => image.extract({ left: 0, top: 0, width, height }))
  },
})
