import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { listensToScroll } from '../../elements/listens-to-scroll.ts'
import { enterSection } from '../../in-page/scrolling/enter-section.ts'
import { findMove } from '../../in-page/measuring/find-move.ts'
import { hideFixed } from '../../in-page/hiding/hide-fixed.ts'
import { recordPlaces } from '../../in-page/measuring/record-places.ts'
import { captureArea, toDevicePixels } from '../../pictures/capture-area.ts'
import { markSection } from '../../pictures/mark-section.ts'
import { startMosaic } from '../../pictures/mosaic.ts'
import { cutIntoSections } from '../../pictures/sections.ts'
import { imageStage } from '../../stage.ts'
import type { Area } from '../../geometry.ts'
import type { ImageContext } from '../../pictures/image-context.ts'

const PAUSE_MS = 50
/** The longest wait for a section to be painted after scrolling to it. */
const PAINT_MS = 1000

/** Captures an area section by section and joins the sections. */
export const takeSections = imageStage({
  name: 'take-sections',
  phase: 'capture',
  owns: ['show_seams', 'show_sections'],
  direct: true,
  borrows: ['scroll_delay', 'freeze_fixed'],
  async run(ctx, { show_seams, show_sections, scroll_delay, ...options }) {
    const { area, sectionSize, scale, page, isWholePage } = ctx
    if (!area || !sectionSize) return
    const { freeze_fixed = !isWholePage } = options
    // A bar that the page fixes to the viewport on scrolling is no part of an element or a clip.
    const hiddenFrom = isWholePage ? 1 : 0
    const ratio = page.viewport.ratio * scale
    const sections = cutIntoSections(area, sectionSize, ratio)
    const enter = await prepareSections(ctx, sections, scroll_delay)
    const whole = toDevicePixels(area, ratio)
    const mosaic = startMosaic(whole)
    for (const [index, section] of sections.entries()) {
      const move = await enter(index, freeze_fixed && index >= hiddenFrom)
      const y = section.y + Math.round(move * ratio) / ratio
      const piece = await captureArea(ctx, { ...section, y }, { format: 'png' })
      const { x: left, y: top } = toDevicePixels(section, ratio)
      const at = { x: left - whole.x, y: top - whole.y }
      const seams = { top: show_seams && at.y > 0, left: show_seams && at.x > 0 }
      const number = show_sections ? index + 1 : undefined
      await mosaic.add(show_seams || show_sections ? await markSection(piece, { seams, number }) : piece, at)
    }
    ctx.picture = await mosaic.picture()
  },
})

/**
 * Records where the content of each section is. The function returned scrolls to a section, waits until it is painted, and
 * returns by how many CSS pixels its content moved down since: by a header that left the flow, or content loaded above.
 */
async function prepareSections(ctx: ImageContext, sections: Area[], scroll_delay: number | undefined) {
  const { tab } = ctx.page
  const isHeard =
    !ctx.page.isInert && (await evaluateAcrossNavigation(ctx.page, () => listensToScroll(tab.session)))
  const how = {
    pauseMs: scroll_delay ?? PAUSE_MS,
    pauseAlways: isHeard || scroll_delay !== undefined,
    paintMs: PAINT_MS,
  }
  const record = () => callInPage(tab, recordPlaces, sections)
  await evaluateAcrossNavigation(ctx.page, record)

  return (index: number, withoutFixed: boolean): Promise<number> => {
    let isRetry = false
    const enter = async (): Promise<number> => {
      // A second call means that the document was replaced.
      if (isRetry) await record()
      isRetry = true
      const entrance = { ...how, section: sections[index]! }
      await callInPage(tab, enterSection, entrance)
      if (withoutFixed) await callInPage(tab, hideFixed, { index, section: sections[index]! })
      return (await callInPage(tab, findMove, index)) ?? 0
    }
    return evaluateAcrossNavigation(ctx.page, enter, how.pauseMs + how.paintMs)
  }
}
