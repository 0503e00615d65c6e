import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { findPinned } from '../../in-page/measuring/find-pinned.ts'
import { hasFarFrames } from '../../in-page/finding/has-far-frames.ts'
import { beginningOf, SECTION_SIDE } from '../../pictures/sections.ts'
import { isOneTile } from '../../pictures/tiles.ts'
import { imageStage } from '../../stage.ts'
import type { Area } from '../../geometry.ts'
import type { PageContext } from '../../page-context.ts'

/**
 * Decides whether an area is captured at once or in sections while scrolling. Also unsticks sticky elements of a full page.
 * A full page is captured in sections when one of these is true:
 * - something stays in place on scrolling;
 * - it is too large for one capture;
 * - parts are painted only in the viewport;
 * - the caller sent a size of sections.
 *
 * Any other area is captured in sections when parts are painted only in the viewport and nothing stays in place.
 */
export const planSections = imageStage({
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
  direct: true,
  borrows: ['show_seams', 'show_sections', 'transparent'],
  async run(ctx, options) {
    const { page, area, isWholePage } = ctx
    if (!area) return
    const isStitched = options.full_page_mode === 'stitch'
    const unstick = options.freeze_fixed ?? false
    const hasFar = async (within: Area) =>
      !page.isInert && (await callAcrossNavigation(page, hasFarFrames, within))
    const findInPlace = (how: { unstick: boolean }) => callAcrossNavigation(page, findPinned, how)
    if (!isWholePage) {
      if (!isStitched || !page.runsScripts) return
      if ((await hasFar(area)) && !(await findInPlace({ unstick: false })))
        ctx.sectionSize = beginningOf(area, page.viewport)
      return
    }
    if (!isStitched && !unstick) return
    const isPinned = await findInPlace({ unstick })
    if (!isStitched) return
    const isFramed = await hasFar(area)

    const {
      max_sections = Infinity,
      max_xsections = Infinity,
      max_section_width,
      max_section_height,
    } = options
    const size = { width: max_section_width ?? SECTION_SIDE, height: max_section_height ?? SECTION_SIDE }
    const isSized = (max_section_width ?? max_section_height) !== undefined
    ctx.area = beginningOf(area, {
      width: size.width * max_xsections,
      height: size.height * max_sections,
    })
    const isLarger = ctx.area.width > size.width || ctx.area.height > size.height
    const isShown = options.show_seams || options.show_sections
    // For a while after scrolling, a transparent page is painted with gaps outside of the viewport.
    const isGappy = options.transparent
    // Scrolling would change nothing: what is fixed is to be shown once, where it is.
    const isStatic = page.isInert && unstick
    const isNeeded = isSized || (!isStatic && (isPinned || (!isGappy && !isOneCapture(page, ctx.area))))
    if (isFramed || isShown || (isLarger && isNeeded))
      ctx.sectionSize = isFramed || isGappy ? beginningOf({ x: 0, y: 0, ...size }, page.viewport) : size
    if (!ctx.sectionSize || page.runsScripts) return
    // Without scripts nothing reports when the page is painted after scrolling.
    ctx.sectionSize = undefined
    // Scrolling changes nothing in an article.
    if (page.article && !isShown) return
    page.warnings.push(
      '"full_page_mode": the page was captured in one piece because its scripts are disabled.',
    )
  },
})

function isOneCapture(
  { viewport: { ratio } }: PageContext,
  { width, height }: { width: number; height: number },
): boolean {
  return isOneTile({ width: width * ratio, height: height * ratio })
}
