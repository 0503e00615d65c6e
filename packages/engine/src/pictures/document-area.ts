import { askDocument } from '../browser/ask-document.ts'
import type { Area, Work } from '../work.ts'

/** All there is of a page, at least the viewport, and what of it is visible now. */
export async function documentArea(work: Work): Promise<{ all: Area; visible: Area }> {
  const measure = () => work.tab.session.send('Page.getLayoutMetrics')
  const {
    cssContentSize: content,
    cssLayoutViewport: layout,
    cssVisualViewport: visual,
  } = await askDocument(work, measure)
  const { width, height } = work.viewport
  // What overflows to the left, as it does on pages that are written from right to left, begins below zero.
  const left = visual.pageX - layout.pageX
  const top = visual.pageY - layout.pageY
  return {
    all: {
      x: left,
      y: top,
      width: Math.max(width, Math.ceil(content.width)),
      height: Math.max(height, Math.ceil(content.height)),
    },
    visible: { x: visual.pageX, y: visual.pageY, width, height },
  }
}

/** What two areas share; undefined when that is nothing. */
export function intersect(a: Area, b: Area): Area | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
