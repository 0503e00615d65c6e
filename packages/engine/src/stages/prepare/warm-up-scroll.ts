import { setTimeout as sleep } from 'node:timers/promises'
import type { RenderOptions } from '@render/options'
import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { hearsScrolling } from '../../browser/hears-scrolling.ts'
import { watchNetwork } from '../../browser/network-quiet.ts'
import { allElements } from '../../in-page/all-elements.ts'
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
const ENDS = 10
/** How long is waited for what the page fetches because of us. */
const FETCH_MS = 5000

const scrolling = ['scroll_increment', 'scroll_delay', 'scroll_height', 'allow_infinite'] as const
const bounds = ['max_height', 'full_page_mode', 'max_sections', 'max_section_height'] as const

/** Wakes what a page loads late: lazy images and frames, and what its scripts load as it is scrolled through. */
export const warmUpScroll = stage({
  name: 'warm-up-scroll',
  phase: 'prepare',
  owns: ['lazyload', 'skip_scroll', 'max_scroll_page_time', ...scrolling],
  borrows: [...bounds, 'disable_js', 'full_page', 'selector'],
  async run(work, options) {
    if (!options.lazyload || options.skip_scroll) return
    const { page, session } = work.tab
    using network = watchNetwork(page)
    const look = () =>
      Promise.all([
        callInPage(session, loadEagerly, undefined, allElements),
        callInPage(session, runsCode, undefined),
        hearsScrolling(session),
      ])
    const [lazy, code, isHeard] = await askDocument(work, look)
    const hasCode = code && !options.disable_js
    const endsAt = performance.now() + options.max_scroll_page_time
    const fetched = async (): Promise<void> => {
      const leftMs = Math.max(0, endsAt - performance.now())
      // What came is in the page a little later.
      if (await network.closed(Math.min(FETCH_MS, leftMs))) await sleep(Math.min(PAUSE_MS, leftMs))
    }
    if (hasCode) await scrollThrough(work, wayOf(work, options, isHeard), endsAt, fetched)
    if (hasCode || lazy) await fetched()
  },
})

type Way = Omit<Course, 'from' | 'forMs'>

function wayOf(
  { viewport, bounds: { side } }: Work,
  options: Pick<RenderOptions, (typeof scrolling | typeof bounds)[number] | 'full_page' | 'selector'>,
  isHeard: boolean,
): Way {
  const { scroll_delay, max_height = Infinity, max_sections = Infinity } = options
  const isStitched = options.full_page_mode === 'stitch'
  const depth = Math.min(
    max_height,
    isStitched ? max_sections * options.max_section_height : Infinity,
    // No picture of the whole page shows what lies further down.
    options.full_page && options.selector === undefined ? side / Math.min(1, viewport.ratio) : Infinity,
  )
  return {
    to: options.scroll_height,
    depth: Number.isFinite(depth) ? depth : undefined,
    step: options.scroll_increment,
    pauseMs: scroll_delay ?? PAUSE_MS,
    pauseAlways: isHeard || scroll_delay !== undefined,
    ends: options.allow_infinite ? undefined : ENDS,
  }
}

/** `endsAt` is on the clock of `performance.now`; `fetched` waits for what the page is fetching. */
async function scrollThrough(
  work: Work,
  way: Way,
  endsAt: number,
  fetched: () => Promise<void>,
): Promise<void> {
  let reached: Reached = { offset: 0, knownEnd: 0, endings: 0, state: 'under way' }
  while (performance.now() < endsAt) {
    const from = reached
    const forMs = Math.min(SLICE_MS, endsAt - performance.now())
    reached = await scrollFrom(work, { ...way, from, forMs })
    if (reached.state === 'at end' && reached.offset === from.offset) return
    if (reached.state === 'at end') await fetched()
    if (reached.state === 'endless') {
      work.warnings.push(`The page grows without end: scrolling stopped at ${reached.offset} pixels.`)
      return
    }
  }
  work.warnings.push(`The first scroll was at ${reached.offset} pixels when its time was over.`)
}

async function scrollFrom(work: Work, course: Course): Promise<Reached> {
  const { session } = work.tab
  const scroll = async () => {
    await callInPage(session, loadEagerly, undefined, allElements)
    return callInPage(session, scrollOn, course, findScroller, allElements)
  }
  const reached = await askDocument(work, scroll, course.forMs + course.pauseMs)
  return reached ?? { ...course.from, state: 'at end' }
}
