import { pictureGrowth } from '../../pictures/changes.ts'
import { encoders } from '../../pictures/encoders.ts'
import { openPicture } from '../../pictures/picture.ts'
import { requireSide } from '../../pictures/room.ts'
import { stage } from '../../stage.ts'

/** Makes the file, unless the browser's own is what is asked for. */
export const encodePicture = stage({
  name: 'encode-picture',
  phase: 'transform',
  owns: ['quality'],
  borrows: ['format', ...pictureGrowth],
  async run(work, { format, quality, ...growth }) {
    const { picture, captures, signal } = work
    if (picture.format === format) return
    requireSide(picture, format, ['format', ...pictureGrowth.filter((option) => growth[option])])
    const encode = () => encoders[format](openPicture(picture), quality).toBuffer()
    const { width, height, icc } = picture
    work.picture = { width, height, icc, format, body: await captures.run(width * height, encode, signal) }
  },
})
