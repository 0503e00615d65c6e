import { pictureGrowth } from '../../pictures/changes.ts'
import { encoders } from '../../picture-formats/encoders.ts'
import { openPicture } from '../../pictures/picture.ts'
import { requireSide } from '../../pictures/require-size.ts'
import { finishImageStage } from '../../stage.ts'

/** Encodes the file, unless the browser has made it in that format. */
export const encodePicture = finishImageStage({
  name: 'encode-picture',
  phase: 'transform',
  owns: ['quality'],
  direct: true,
  borrows: ['format', ...pictureGrowth],
  async run(ctx, { format, quality, ...growth }) {
    const { picture } = ctx
    const { cpuSemaphore, signal } = ctx.page
    if (picture.format === format) return
    requireSide(picture, format, ['format', ...pictureGrowth.filter((option) => growth[option])])
    const encode = () => encoders[format](openPicture(picture), quality).toBuffer()
    const { width, height, icc } = picture
    ctx.picture = {
      width,
      height,
      icc,
      format,
      body: await cpuSemaphore.run(width * height, encode, signal),
    }
  },
})
