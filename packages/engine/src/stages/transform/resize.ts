import { changePicture } from '../../pictures/change-picture.ts'
import { fitImage, sizeInFrame } from '../../pictures/fit.ts'
import { requireRoom } from '../../pictures/room.ts'
import { stage } from '../../stage.ts'

const SIDES = ['thumb_width', 'thumb_height'] as const

/** Makes the picture smaller or larger: of the width or of the height asked for, or of both as `img_fit` says. */
export const resize = stage({
  name: 'resize',
  phase: 'transform',
  owns: [...SIDES, 'img_fit', 'img_position'],
  borrows: ['img_bg'],
  async run(work, options) {
    const given = SIDES.filter((side) => options[side])
    if (given.length === 0) return
    const { thumb_width: width, thumb_height: height, img_fit, img_position, img_bg } = options
    const frame = { width, height, fit: img_fit, position: img_position, background: img_bg }
    requireRoom(sizeInFrame(work.picture, frame), work.bounds, given)
    await changePicture(work, (image) => fitImage(image, frame))
  },
})
