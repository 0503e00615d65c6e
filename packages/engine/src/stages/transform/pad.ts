import { changePicture } from '../../pictures/change-picture.ts'
import { colourInProfile } from '../../picture-formats/colour-in-profile.ts'
import { requirePixels } from '../../pictures/require-size.ts'
import { finishImageStage } from '../../stage.ts'

/** Adds a border around the picture. */
export const pad = finishImageStage({
  name: 'pad',
  phase: 'transform',
  owns: ['img_pad', 'img_bg'],
  direct: true,
  async run(ctx, { img_pad, img_bg }) {
    if (img_pad === undefined) return
    const { top, right, bottom, left } = img_pad
    if (top + right + bottom + left === 0) return
    const { width, height, icc } = ctx.picture
    const background = colourInProfile(img_bg, icc)
    requirePixels({ width: left + width + right, height: top + height + bottom }, ctx.page.bounds, [
      'img_pad',
    ])
    await changePicture(ctx, (image) => image.extend({ top, right, bottom, left, background }))
  },
})
