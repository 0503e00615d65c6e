// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { followedWork } from '../settling/followed-work.ts'
import type { nextFrame } from '../settling/next-frame.ts'
import type { awaitTimers } from './await-timers.ts'
import type { findScroller } from './find-scroller.ts'
import type { WarmedUpElement } from './undo-warm-up.ts'
import type { setStyles } from '../styling/set-styles.ts'

/** Describes one part of scrolling through a page. Offsets and lengths are in CSS pixels. */
export interface Course {
  /** The state in which the previous part ended. */
  from: Reached
  /** Optional; the last offset to scroll to. */
  to?: number
  /** Optional; the height of the content to bring into view. The default is all of it. */
  depth?: number
  /** Optional; the length of a step. The default is the visible height of the scroller. */
  step?: number
  /** The pause after a step. It is made after each step, or only after steps that changed the page. */
  pauseMs: number
  pauseAlways: boolean
  /** The longest wait after a step for timers of the page, such as those of debounced scroll handlers. */
  timersMs: number
  /** When the page has not changed after so many milliseconds of such waits, timers are waited for only at its end. */
  vainMs: number
  /** Optional; a page that grew each time its end was passed, more often than this, counts as endless. */
  ends?: number
  /** The function returns after this time; it finishes the step that is under way. */
  forMs: number
}

export interface Reached {
  offset: number
  /** The end of the content when it was last passed, and how often an end was passed. */
  knownEnd: number
  endings: number
  /** The milliseconds for which timers were awaited since the page last changed after such a wait. */
  vainMs: number
  /** The delays of timers that repeat. */
  repeated: number[]
  /** Says whether the end is reached, or whether the page has no end. */
  state: 'under way' | 'at end' | 'endless'
}

declare const document: object
declare const MutationObserver: new (callback: () => void) => {
  observe(target: object, what: Record<string, true>): void
  disconnect(): void
}

/** Scrolls on in steps. Waits for a frame after each, in which the page's listeners and observers run. */
export async function scrollOn(
  course: Course,
  find: typeof findScroller,
  all: typeof allElements,
  awaitFrame: typeof nextFrame,
  set: typeof setStyles,
  finishTimers: typeof awaitTimers,
  work: typeof followedWork,
): Promise<Reached> {
  const { from, to = Infinity, depth = Infinity, step, pauseMs, pauseAlways, ends = Infinity, forMs } = course
  const scroller = find(all)
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  set(scroller, { 'scroll-snap-type': 'none' })
  ;(scroller as WarmedUpElement)[Symbol.for('render.noSnap')] = true
  let hasChanged = false
  const observer = new MutationObserver(() => (hasChanged = true))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

  const until = performance.now() + forMs
  let { offset, endings, vainMs } = from
  const repeated = [...from.repeated]
  let knownEnd = from.knownEnd || scroller.scrollHeight
  const last = (): number => Math.min(to, Math.min(depth, scroller.scrollHeight) - scroller.clientHeight)
  while (offset < last() && endings <= ends && performance.now() < until) {
    hasChanged = false
    offset = Math.min(offset + (step ?? scroller.clientHeight), last())
    scroller.scrollTo({ top: offset, behavior: 'instant' })
    await awaitFrame()
    if (pauseAlways || hasChanged) await sleep(pauseMs)
    if (vainMs < course.vainMs || offset >= last()) {
      hasChanged = false
      const waitedMs = await finishTimers(course.timersMs, repeated, work)
      vainMs = hasChanged ? 0 : vainMs + waitedMs
    }
    if (offset + scroller.clientHeight < knownEnd) continue
    knownEnd = scroller.scrollHeight
    endings += 1
  }
  observer.disconnect()
  const isAtEnd = offset >= last()
  const state = isAtEnd ? 'at end' : endings > ends ? 'endless' : 'under way'
  return { offset, knownEnd, endings, vainMs, repeated, state }
}
