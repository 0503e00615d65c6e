import { RenderError } from '@render/errors'
import { documentArea, intersect } from '../../pictures/document-area.ts'
import { imageStage } from '../../stage.ts'

/** Captures a box of the page, also beyond the viewport, unless an element is captured. */
export const clipArea = imageStage({
  name: 'clip-area',
  phase: 'capture',
  owns: ['clip'],
  direct: true,
  async run(ctx, { clip }) {
    if (clip === undefined || ctx.area) return
    const { all } = await documentArea(ctx.page)
    const area = intersect(clip, all)
    if (!area) {
      const message = `"clip" must overlap the page, which is ${all.width}x${all.height} CSS pixels.`
      throw RenderError.forOption('clip', message)
    }
    ctx.area = area
    if (area.width < clip.width || area.height < clip.height)
      ctx.page.warnings.push(
        `"clip" extends beyond the page; ${area.width}x${area.height} CSS pixels were captured.`,
      )
  },
})
