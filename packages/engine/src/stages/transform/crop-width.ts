import { changePicture } from '../../pictures/change-picture.ts'
import { stage } from '../../stage.ts'

/** Cuts the picture to a width, from its left edge. */
export const cropWidth = stage({
  name: 'crop-width',
  phase: 'transform',
  owns: ['crop_width'],
  async run(work, { crop_width: width }) {
    const { picture } = work
    if (width === undefined || width >= picture.width) return
    const { height } = picture
    await changePicture(work, (image) => image.extract({ left: 0, top: 0, width, height }))
  },
})
