import { documentArea, intersect } from '../../pictures/document-area.ts'
import { imageStage } from '../../stage.ts'

/** Limits the captured area to the visible viewport. */
export const clipToViewport = imageStage({
  name: 'clip-to-viewport',
  phase: 'capture',
  owns: ['viewport_clip'],
  direct: true,
  async run(ctx, { viewport_clip }) {
    if (!viewport_clip || !ctx.area) return
    const { visible } = await documentArea(ctx.page)
    const shown = intersect(ctx.area, visible)
    if (!shown)
      ctx.page.warnings.push(
        '"viewport_clip": nothing of the requested area is visible; the viewport was captured.',
      )
    ctx.area = shown
  },
})
