import { setTimeout as sleep } from 'node:timers/promises'
import { askDocument, askWithin } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { refusedSelector } from '../../browser/refused-selector.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { findScroller } from '../../in-page/find-scroller.ts'
import { nextFrame } from '../../in-page/next-frame.ts'
import { scrollPage, type Place } from '../../in-page/scroll-page.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** What draws no frame until then is not waited for. */
const FRAME_MS = 1000

/** Goes to the place of the page that is to be seen, from the top; a whole page is captured from the top. */
export const scrollTo = stage({
  name: 'scroll-to',
  phase: 'prepare',
  owns: ['scroll_to', 'scroll_to_x', 'minidelay'],
  borrows: ['full_page', 'lazyload', 'disable_js'],
  async run(work, { full_page, lazyload, disable_js, scroll_to, scroll_to_x, minidelay }) {
    if (full_page || lazyload) await scroll(work, { top: 0, left: 0 })
    if (full_page) return
    if (typeof scroll_to === 'number') await scroll(work, { top: scroll_to })
    if (typeof scroll_to_x === 'number') await scroll(work, { left: scroll_to_x })
    if (typeof scroll_to === 'string') await scroll(work, { selector: scroll_to }, 'scroll_to')
    if (typeof scroll_to_x === 'string') await scroll(work, { xpath: scroll_to_x }, 'scroll_to_x')
    if ((scroll_to ?? scroll_to_x) === undefined) return
    // The pause may be over on a busy machine before the page hears of it.
    if (!disable_js) await askWithin(work, () => callInPage(work.tab.session, nextFrame, undefined), FRAME_MS)
    await sleep(minidelay, undefined, { signal: work.signal })
  },
})

async function scroll(work: Work, place: Place, option?: 'scroll_to' | 'scroll_to_x'): Promise<void> {
  const go = () => callInPage(work.tab.session, scrollPage, place, findScroller, allElements)
  const outcome = (await askDocument(work, go)) ?? 'missing'
  if (outcome === 'missing' && option)
    work.warnings.push(`Nothing matches "${option}": the page was not scrolled.`)
  if (outcome === 'invalid' && option)
    throw refusedSelector(option, option === 'scroll_to' ? 'CSS selector' : 'XPath')
}
