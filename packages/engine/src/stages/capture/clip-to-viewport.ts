import { documentArea, intersect } from '../../pictures/document-area.ts'
import { stage } from '../../stage.ts'

/** Of what is captured, what lies beyond the visible viewport is left out. */
export const clipToViewport = stage({
  name: 'clip-to-viewport',
  phase: 'capture',
  owns: ['viewport_clip'],
  async run(work, { viewport_clip }) {
    if (!viewport_clip || !work.area) return
    const { visible } = await documentArea(work)
    const shown = intersect(work.area, visible)
    if (!shown)
      work.warnings.push('Nothing of what was to be captured is visible: the viewport was captured.')
    work.area = shown
  },
})
