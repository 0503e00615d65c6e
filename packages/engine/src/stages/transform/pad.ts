import { readColour } from '@render/options'
import { changePicture } from '../../pictures/change-picture.ts'
import { requireRoom } from '../../pictures/room.ts'
import { stage } from '../../stage.ts'

/** Puts a border around the picture; one to four widths as in CSS. */
export const pad = stage({
  name: 'pad',
  phase: 'transform',
  owns: ['img_pad', 'img_bg'],
  async run(work, { img_pad, img_bg }) {
    if (img_pad === undefined) return
    const [top = 0, right = top, bottom = top, left = right] = img_pad.split(',').map(Number)
    if (top + right + bottom + left === 0) return
    const { width, height } = work.picture
    requireRoom({ width: left + width + right, height: top + height + bottom }, work.bounds, ['img_pad'])
    const background = readColour(img_bg)
    await changePicture(work, (image) => image.extend({ top, right, bottom, left, background }))
  },
})
