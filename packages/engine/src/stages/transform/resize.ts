import { changePicture } from '../../pictures/change-picture.ts'
import { colourInProfile } from '../../picture-formats/colour-in-profile.ts'
import { fitImage, sizeInFrame } from '../../pictures/fit.ts'
import { requirePixels } from '../../pictures/require-size.ts'
import { finishImageStage } from '../../stage.ts'

const SIDES = ['thumb_width', 'thumb_height'] as const

/** Resizes the picture to a width, a height, or both as `img_fit` says. */
export const resize = finishImageStage({
  name: 'resize',
  phase: 'transform',
  owns: [...SIDES, 'img_fit', 'img_position'],
  direct: true,
  borrows: ['img_bg'],
  async run(ctx, options) {
    const given = SIDES.filter((side) => options[side])
    if (given.length === 0) return
    const { thumb_width: width, thumb_height: height, img_fit, img_position, img_bg } = options
    const background = colourInProfile(img_bg, ctx.picture.icc)
    const frame = { width, height, fit: img_fit, position: img_position, background }
    requirePixels(sizeInFrame(ctx.picture, frame), ctx.page.bounds, given)
    await changePicture(ctx, (image) => fitImage(image, frame))
  },
})
