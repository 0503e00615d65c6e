import { fitPicture } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'

/** Cuts what no picture of the format can show, and says so. */
export const limitArea = stage({
  name: 'limit-area',
  phase: 'capture',
  borrows: ['format', 'width', 'height'],
  run(work, { format, width, height }) {
    const wanted = work.area ?? { x: 0, y: 0, width, height }
    const area = fitPicture(wanted, format)
    if (area.width === wanted.width && area.height === wanted.height) return
    work.area = area
    const sizes = `${wanted.width}x${wanted.height} pixels to the ${area.width}x${area.height}`
    work.warnings.push(`The picture was cut from ${sizes} that ${format} may have here.`)
  },
})
