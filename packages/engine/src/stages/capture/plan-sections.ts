import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { findPinned } from '../../in-page/find-pinned.ts'
import { hasFarFrames } from '../../in-page/has-far-frames.ts'
import { beginningOf } from '../../pictures/sections.ts'
import { isOneTile } from '../../pictures/tiles.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/**
 * Decides whether a full page is captured at once or in sections that it is scrolled to, where something stays in place
 * as it scrolls, it is too large, or parts of it are only drawn in the viewport; and puts back what sticks.
 */
export const planSections = stage({
  name: 'plan-sections',
  phase: 'capture',
  owns: [
    'full_page_mode',
    'freeze_fixed',
    'max_section_height',
    'max_section_width',
    'max_sections',
    'max_xsections',
  ],
  borrows: ['show_seams', 'show_sections', 'disable_js', 'transparent'],
  async run(work, options) {
    if (!work.isWholePage || !work.area) return
    const isStitched = options.full_page_mode === 'stitch'
    if (!isStitched && !options.freeze_fixed) return
    const unstick = options.freeze_fixed ?? false
    const find = () => callInPage(work.tab.session, findPinned, { unstick }, allElements)
    const isPinned = await askDocument(work, find)
    if (!isStitched) return
    const hasFar = await askDocument(work, () =>
      callInPage(work.tab.session, hasFarFrames, undefined, allElements),
    )

    const { max_sections = Infinity, max_xsections = Infinity } = options
    const size = { width: options.max_section_width, height: options.max_section_height }
    work.area = beginningOf(work.area, {
      width: size.width * max_xsections,
      height: size.height * max_sections,
    })
    const isLarger = work.area.width > size.width || work.area.height > size.height
    const isShown = options.show_seams || options.show_sections
    // One that is transparent is drawn with gaps out of view for a while after it was scrolled.
    const isGappy = options.transparent
    const isNeeded = isPinned || (!isGappy && !isOneCapture(work, work.area))
    if (hasFar || isShown || (isLarger && isNeeded))
      work.sectionSize = hasFar || isGappy ? beginningOf({ x: 0, y: 0, ...size }, work.viewport) : size
    if (!work.sectionSize || !options.disable_js) return
    // A page without scripts does not tell when it is drawn after it was scrolled.
    work.sectionSize = undefined
    work.warnings.push('The page was captured at once and not in sections, as "disable_js" is set.')
  },
})

function isOneCapture(
  { viewport: { ratio } }: Work,
  { width, height }: { width: number; height: number },
): boolean {
  return isOneTile({ width: width * ratio, height: height * ratio })
}
