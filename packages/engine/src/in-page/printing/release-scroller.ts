import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageDocument, PageWindow } from '../dom.ts'
import { displayedElements } from '../finding/displayed-elements.ts'
import { findScroller } from '../scrolling/find-scroller.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Lets an element that scrolls in place of the document, and its ancestors, be as high as their content is on paper, so that it
 * continues from sheet to sheet. Returns whether there is such an element.
 */
export function releaseScroller(): boolean {
  /** In larger pages it takes less time to lay the page out. */
  const MAX_ELEMENTS = 500
  if (!mayHaveScroller()) return false
  const scroller = findScroller()
  if (scroller === (document.scrollingElement ?? document.documentElement)) return false
  scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  const released = [...ancestorsOf(scroller)]
  for (const [index, element] of released.entries()) {
    const parent = released[index + 1]
    const { position, overflowX } = window.getComputedStyle(element)
    const outer = parent && window.getComputedStyle(parent)
    const isInColumn = outer?.display!.endsWith('flex') && outer.flexDirection!.startsWith('column')
    setStyles(element, {
      height: 'auto',
      'min-height': '0',
      'max-height': 'none',
      contain: 'none',
      'overflow-y': 'visible',
      'overflow-x': overflowX === 'visible' ? 'visible' : 'clip',
      ...(isInColumn && { flex: 'none' }),
      ...(/fixed|absolute/.test(position!) && { position: 'static', width: 'auto' }),
    })
  }
  return true

  /** Returns whether an element may scroll, which can be told before the page is laid out. */
  function mayHaveScroller(): boolean {
    if (document.querySelectorAll('*').length > MAX_ELEMENTS) return true
    return displayedElements().some((each) => /auto|scroll/.test(window.getComputedStyle(each).overflowY!))
  }
}
