import { askDocument } from '../../browser/ask-document.ts'
import { hearsScrolling } from '../../browser/hears-scrolling.ts'
import { watchNetwork } from '../../browser/network-quiet.ts'
import { findScroller } from '../../in-page/find-scroller.ts'
import { loadEagerly } from '../../in-page/load-eagerly.ts'
import { runsCode } from '../../in-page/runs-code.ts'
import { scrollOn, type Course, type Reached } from '../../in-page/scroll-on.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

const PAUSE_MS = 50
/** How often a page that is scrolled through is to answer. */
const SLICE_MS = 500
/** What grows more often than this as its end is passed has none. */
const ENDS = 5
/** How long is waited for what the page fetches because of us. */
const FETCH_MS = 2000

/** Wakes what a page loads late: lazy images and frames, and what its scripts load as it is scrolled through. */
export const warmUpScroll = stage({
  name: 'warm-up-scroll',
  phase: 'prepare',
  owns: [
    'lazyload',
    'skip_scroll',
    'scroll_increment',
    'scroll_delay',
    'scroll_height',
    'max_scroll_page_time',
    'allow_infinite',
  ],
  borrows: ['max_height', 'full_page_mode', 'max_sections', 'max_section_height'],
  async run(work, options) {
    if (!options.lazyload || options.skip_scroll) return
    const { page, session } = work.tab
    using network = watchNetwork(page)
    const look = () =>
      Promise.all([page.evaluate(loadEagerly), page.evaluate(runsCode), hearsScrolling(session)])
    const [lazy, hasCode, isHeard] = await askDocument(work, look)
    if (lazy === 0 && !hasCode) return

    const { scroll_increment, scroll_delay, scroll_height = Infinity, max_height = Infinity } = options
    const { full_page_mode, max_sections = Infinity, max_section_height } = options
    const sectionsHeight = full_page_mode === 'stitch' ? max_sections * max_section_height : Infinity
    const endsAt = performance.now() + options.max_scroll_page_time
    const way: Way = {
      to: scroll_height,
      depth: Math.min(max_height, sectionsHeight),
      step: scroll_increment,
      pauseMs: scroll_delay ?? PAUSE_MS,
      pauseAlways: isHeard || scroll_delay !== undefined,
      ends: options.allow_infinite ? Infinity : ENDS,
      endsAt,
      fetched: async () => {
        const leftMs = Math.max(0, endsAt - performance.now())
        if (network.opened > 0) await network.quiet(0, Math.min(FETCH_MS, leftMs), PAUSE_MS)
      },
    }
    if (hasCode) await scrollThrough(work, way)
    await way.fetched()
  },
})

interface Way extends Omit<Course, 'scroller' | 'from' | 'forMs'> {
  /** On the clock of `performance.now`. */
  endsAt: number
  /** Waits for what the page fetches since the way began. */
  fetched: () => Promise<void>
}

async function scrollThrough(work: Work, { endsAt, fetched, ...course }: Way): Promise<void> {
  let reached: Reached = { offset: 0, knownEnd: 0, endings: 0, state: 'under way' }
  while (performance.now() < endsAt) {
    const from = reached
    const forMs = Math.min(SLICE_MS, endsAt - performance.now())
    reached = await scrollFrom(work, { ...course, from, forMs })
    if (reached.state === 'at end' && reached.offset === from.offset) return
    if (reached.state === 'at end') await fetched()
    if (reached.state === 'endless') {
      work.warnings.push(`The page grows without end: scrolling stopped at ${reached.offset} pixels.`)
      return
    }
  }
  work.warnings.push(`The first scroll was at ${reached.offset} pixels when its time was over.`)
}

function scrollFrom(work: Work, course: Omit<Course, 'scroller'>): Promise<Reached> {
  const { page } = work.tab
  const scroll = async () => {
    await page.evaluate(loadEagerly)
    const scroller = await page.evaluateHandle(findScroller)
    return page.evaluate(scrollOn, { ...course, scroller })
  }
  return askDocument(work, scroll, course.forMs + course.pauseMs)
}
