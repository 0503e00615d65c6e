import { RenderError } from '@render/errors'
import { documentArea, intersect } from '../../pictures/document-area.ts'
import { stage } from '../../stage.ts'

/** A box of the page is what is captured, unless an element is; it may lie beyond the viewport. */
export const clipArea = stage({
  name: 'clip-area',
  phase: 'capture',
  owns: ['clip'],
  async run(work, { clip }) {
    if (clip === undefined || work.area) return
    const [x, y, width, height] = clip.split(',').map(Number) as [number, number, number, number]
    const { all } = await documentArea(work)
    const area = intersect({ x, y, width, height }, all)
    if (!area) {
      const message = `"clip" must have a part on the page, which is ${all.width}x${all.height} CSS pixels.`
      throw new RenderError('InvalidOptions', { message, details: [{ option: 'clip', message }] })
    }
    work.area = area
    if (area.width < width || area.height < height)
      work.warnings.push(
        `"clip" reaches beyond the page: ${area.width}x${area.height} CSS pixels of it were captured.`,
      )
  },
})
