import { readColour } from '@render/options'
import { changePicture } from '../../pictures/change-picture.ts'
import { stage } from '../../stage.ts'

/** What is smaller has no border that could be told from the rest. */
const SMALLEST_SIDE = 3

/** Trims borders of one colour; what is of one colour altogether stays whole. */
export const autoCrop = stage({
  name: 'auto-crop',
  phase: 'transform',
  owns: ['auto_crop', 'auto_crop_threshold', 'auto_crop_bg'],
  async run(work, { auto_crop, auto_crop_threshold: threshold, auto_crop_bg }) {
    const { width, height } = work.picture
    if (!auto_crop || Math.min(width, height) < SMALLEST_SIDE) return
    const background = auto_crop_bg === undefined ? undefined : readColour(auto_crop_bg)
    await changePicture(work, (image) => image.trim({ threshold, background }))
  },
})
