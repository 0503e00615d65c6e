import type { JSHandle } from 'playwright-core'
import { askDocument } from '../../browser/ask-document.ts'
import { hearsScrolling } from '../../browser/hears-scrolling.ts'
import { enterSection, type Entrance } from '../../in-page/enter-section.ts'
import { findScroller } from '../../in-page/find-scroller.ts'
import { notePlaces } from '../../in-page/note-places.ts'
import { captureArea, toDevicePixels } from '../../pictures/capture-area.ts'
import { markSection } from '../../pictures/mark-section.ts'
import { startMosaic } from '../../pictures/mosaic.ts'
import { cutIntoSections } from '../../pictures/sections.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

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
    const { area, sectionSize, tab, viewport, scale } = work
    if (!area || !sectionSize) return
    const ratio = viewport.ratio * scale
    const sections = cutIntoSections(area, sectionSize, ratio)
    const whole = toDevicePixels(area, ratio)
    const mosaic = startMosaic(whole)
    const notes = await askDocument(work, () => tab.page.evaluateHandle(notePlaces, sections))
    const isHeard = await askDocument(work, () => hearsScrolling(tab.session))
    for (const [index, section] of sections.entries()) {
      const moved = await enter(work, {
        section,
        notes,
        index,
        pauseMs: scroll_delay ?? PAUSE_MS,
        pauseAlways: isHeard || scroll_delay !== undefined,
        drawMs: DRAW_MS,
        hideFixed: freeze_fixed && index > 0,
      })
      const y = section.y + Math.round(moved * ratio) / ratio
      const { x: left, y: top } = toDevicePixels(section, ratio)
      const at = { x: left - whole.x, y: top - whole.y }
      const seams = { top: show_seams && at.y > 0, left: show_seams && at.x > 0 }
      const number = show_sections ? index + 1 : undefined
      const piece = await captureArea(work, { ...section, y }, { format: 'png' })
      await mosaic.add(show_seams || show_sections ? await markSection(piece, { seams, number }) : piece, at)
    }
    work.picture = mosaic.picture()
  },
})

/** With what lies in the page. */
type Handled = Omit<Entrance, 'scroller' | 'notes'> & { notes: JSHandle<Entrance['notes']> }

/** How far the content of the section was moved since it was planned, in CSS pixels. */
function enter(work: Work, entrance: Handled): Promise<number> {
  const { page } = work.tab
  const go = async () =>
    page.evaluate(enterSection, { ...entrance, scroller: await page.evaluateHandle(findScroller) })
  return askDocument(work, go, entrance.pauseMs + entrance.drawMs)
}
