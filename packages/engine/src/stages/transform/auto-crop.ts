import { changePicture } from '../../pictures/change-picture.ts'
import { colourInProfile } from '../../picture-formats/colour-in-profile.ts'
import { finishImageStage } from '../../stage.ts'

/** A smaller picture has no recognisable border. */
const SMALLEST_SIDE = 3

/** Trims borders of one colour; a picture of one colour stays whole. */
export const autoCrop = finishImageStage({
  name: 'auto-crop',
  phase: 'transform',
  owns: ['auto_crop', 'auto_crop_threshold', 'auto_crop_bg'],
  direct: true,
  async run(ctx, { auto_crop, auto_crop_threshold: threshold, auto_crop_bg }) {
    const { width, height, icc } = ctx.picture
    if (!auto_crop || Math.min(width, height) < SMALLEST_SIDE) return
    const background = colourInProfile(auto_crop_bg, icc)
    // Without `lineArt`, sharp looks at a blurred copy, which has no thin lines.
    await changePicture(ctx, (image) => image.trim({ threshold, background, lineArt: true }))
  },
})
