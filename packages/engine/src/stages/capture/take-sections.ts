import type { JSHandle } from 'playwright-core'
import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { hearsScrolling } from '../../browser/hears-scrolling.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { enterSection } from '../../in-page/enter-section.ts'
import { findMove } from '../../in-page/find-move.ts'
import { findScroller } from '../../in-page/find-scroller.ts'
import { hideFixed } from '../../in-page/hide-fixed.ts'
import { notePlaces, type Place } from '../../in-page/note-places.ts'
import { captureArea, toDevicePixels } from '../../pictures/capture-area.ts'
import { markSection } from '../../pictures/mark-section.ts'
import { startMosaic } from '../../pictures/mosaic.ts'
import { cutIntoSections } from '../../pictures/sections.ts'
import { stage } from '../../stage.ts'
import type { Area, Work } from '../../work.ts'

const PAUSE_MS = 50
/** How long a section may take to be drawn once the page was scrolled to it. */
const DRAW_MS = 1000

/** Takes the picture of a full page section by section, and joins them. */
export const takeSections = stage({
  name: 'take-sections',
  phase: 'capture',
  owns: ['show_seams', 'show_sections'],
  borrows: ['scroll_delay', 'freeze_fixed'],
  async run(work, { show_seams, show_sections, scroll_delay, freeze_fixed = false }) {
    const { area, sectionSize, viewport, scale } = work
    if (!area || !sectionSize) return
    const ratio = viewport.ratio * scale
    const sections = cutIntoSections(area, sectionSize, ratio)
    const enter = await prepareSections(work, sections, scroll_delay)
    const whole = toDevicePixels(area, ratio)
    const mosaic = startMosaic(whole)
    for (const [index, section] of sections.entries()) {
      const move = await enter(index, freeze_fixed && index > 0)
      const y = section.y + Math.round(move * ratio) / ratio
      const piece = await captureArea(work, { ...section, y }, { format: 'png' })
      const { x: left, y: top } = toDevicePixels(section, ratio)
      const at = { x: left - whole.x, y: top - whole.y }
      const seams = { top: show_seams && at.y > 0, left: show_seams && at.x > 0 }
      const number = show_sections ? index + 1 : undefined
      await mosaic.add(show_seams || show_sections ? await markSection(piece, { seams, number }) : piece, at)
    }
    work.picture = await mosaic.picture()
  },
})

/**
 * Notes where the content of the sections is. What comes back scrolls to one of them, waits until it is drawn, and tells
 * how far down its content has moved meanwhile: by a header that leaves the flow, or what was loaded above.
 */
async function prepareSections(work: Work, sections: Area[], scroll_delay: number | undefined) {
  const { page, session } = work.tab
  const isHeard = await askDocument(work, () => hearsScrolling(session))
  const how = {
    pauseMs: scroll_delay ?? PAUSE_MS,
    pauseAlways: isHeard || scroll_delay !== undefined,
    drawMs: DRAW_MS,
  }
  const note = () => page.evaluateHandle(notePlaces, sections)
  let notes: JSHandle<Place[][]> = await askDocument(work, note)

  return (index: number, withoutFixed: boolean): Promise<number> => {
    let isAgain = false
    const enter = async (): Promise<number> => {
      // It is asked again of another document.
      if (isAgain) notes = await note()
      isAgain = true
      const entrance = { ...how, section: sections[index]! }
      await callInPage(session, enterSection, entrance, findScroller, allElements)
      if (withoutFixed) await callInPage(session, hideFixed, undefined, findScroller, allElements)
      return page.evaluate(findMove, { notes, index })
    }
    return askDocument(work, enter, how.pauseMs + how.drawMs)
  }
}
