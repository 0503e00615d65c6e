import type { RenderOptions } from '@render/options'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { listensToScroll } from '../../elements/listens-to-scroll.ts'
import { trackConnections } from '../../navigation/track-connections.ts'
import { loadEagerly } from '../../in-page/scrolling/load-eagerly.ts'
import { readUnscrolled } from '../../in-page/scrolling/read-unscrolled.ts'
import { NOT_SCROLLED, scrollOn, type Course, type Reached } from '../../in-page/scrolling/scroll-on.ts'
import { SECTION_SIDE } from '../../pictures/sections.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

const PAUSE_MS = 50
/** The longest wait after a step for timers; debounced scroll handlers have delays of 50 to 300 ms. */
const TIMERS_MS = 350
/** The part of the time for scrolling in which timers are waited for. */
const TIMERS_PART = 1 / 4
/** After this much waiting without a change, timers are no longer waited for: they serve something else, such as analytics. */
const FRUITLESS_MS = 1500
/** Length of one scrolling call, after which the page has to answer. */
const SLICE_MS = 500
/** A page that grows more often than this at its end counts as endless. */
const ENDS = 10
/** The longest wait for requests that scrolling triggered. */
const FETCH_MS = 5000

const scrolling = ['scroll_increment', 'scroll_delay', 'scroll_height', 'allow_infinite'] as const
const direct = ['lazyload', 'skip_scroll', 'max_scroll_page_time', ...scrolling] as const
const bounds = ['max_height', 'full_page_mode', 'max_sections', 'max_section_height'] as const

/** Triggers lazy loading: of images and frames, and by scripts that react to scrolling. */
export const warmUpScroll = stage({
  name: 'warm-up-scroll',
  phase: 'prepare',
  owns: [...direct, 'video_warmup'],
  direct,
  borrows: [...bounds, 'format', 'full_page', 'selector', 'js'],
  async run(ctx, options) {
    if (!(options.lazyload || options.video_warmup) || options.skip_scroll) return
    using network = trackConnections(ctx.tab)
    ctx.isWarmedUp = true
    // The caller's script may have left handlers behind, which the page does not show.
    const isCalled = options.js !== undefined
    const isPrinted = options.format === 'pdf' && !options.full_page && !isCalled
    const page = await callAcrossNavigation(ctx, readUnscrolled, { isPrinted })
    const hasCode = ctx.runsScripts && (isCalled || page?.hasCode)
    ctx.offsetBeforeWarmUp = page?.offset
    ctx.isInert = page?.isInert === true && !isCalled
    // Another document may replace this one.
    ctx.tab.page.once('domcontentloaded', () => (ctx.isInert = false))
    const { time } = ctx.tab
    const endsAt = time.now() + options.max_scroll_page_time
    const fetched = async (): Promise<void> => {
      const leftMs = Math.max(0, endsAt - time.now())
      // The page inserts responses a little later.
      if (await network.closed(Math.min(FETCH_MS, leftMs)))
        await time.sleep(Math.min(PAUSE_MS, leftMs), ctx.signal)
    }
    if (hasCode) {
      const isHeard = await evaluateAcrossNavigation(ctx, () => listensToScroll(ctx.tab.session))
      await scrollThrough(ctx, courseOf(ctx, options, isHeard), endsAt, fetched)
    }
    if (hasCode || page?.lazy) await fetched()
  },
})

type CourseSettings = Omit<Course, 'from' | 'forMs'>

function courseOf(
  { viewport, bounds: { side } }: PageContext,
  options: Pick<
    RenderOptions,
    (typeof scrolling | typeof bounds)[number] | 'full_page' | 'selector' | 'max_scroll_page_time'
  >,
  isHeard: boolean,
): CourseSettings {
  const {
    scroll_delay,
    max_height = Infinity,
    max_sections = Infinity,
    max_section_height = SECTION_SIDE,
  } = options
  const isStitched = options.full_page_mode === 'stitch'
  const depth = Math.min(
    max_height,
    isStitched ? max_sections * max_section_height : Infinity,
    // A full page shows nothing further down.
    options.full_page && options.selector === undefined ? side / Math.min(1, viewport.ratio) : Infinity,
  )
  return {
    to: options.scroll_height,
    depth: Number.isFinite(depth) ? depth : undefined,
    step: options.scroll_increment,
    pauseMs: scroll_delay ?? PAUSE_MS,
    pauseAlways: isHeard || scroll_delay !== undefined,
    timersMs: scroll_delay === undefined ? TIMERS_MS : 0,
    allTimersMs: options.max_scroll_page_time * TIMERS_PART,
    fruitlessMs: FRUITLESS_MS,
    ends: options.allow_infinite ? undefined : ENDS,
  }
}

/** `endsAt` is a time of the page; `fetched` waits for requests of the page. */
async function scrollThrough(
  ctx: PageContext,
  settings: CourseSettings,
  endsAt: number,
  fetched: () => Promise<void>,
): Promise<void> {
  const { time } = ctx.tab
  let reached = NOT_SCROLLED
  while (time.now() < endsAt) {
    const from = reached
    const forMs = Math.min(SLICE_MS, endsAt - time.now())
    reached = await scrollFrom(ctx, { ...settings, from, forMs })
    if (reached.state === 'at end' && reached.offset === from.offset) return
    if (reached.state === 'at end') await fetched()
    if (reached.state === 'endless') {
      ctx.warnings.push(
        `The page grows without end; scrolling stopped at ${reached.offset} CSS pixels (see "allow_infinite").`,
      )
      return
    }
  }
  ctx.warnings.push(`Scrolling stopped at ${reached.offset} CSS pixels after "max_scroll_page_time".`)
}

async function scrollFrom(ctx: PageContext, course: Course): Promise<Reached> {
  const scroll = async () => {
    await callInPage(ctx.tab, loadEagerly)
    return callInPage(ctx.tab, scrollOn, course)
  }
  const exemptMs = course.forMs + course.pauseMs + course.timersMs
  const reached = await evaluateAcrossNavigation(ctx, scroll, exemptMs)
  return reached ?? { ...course.from, state: 'at end' }
}
