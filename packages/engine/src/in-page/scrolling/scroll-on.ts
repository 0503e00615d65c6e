import { nextFrame } from '../settling/next-frame.ts'
import { awaitTimers } from './await-timers.ts'
import { findScroller } from './find-scroller.ts'
import type { WarmedUpElement } from './undo-markup-changes.ts'
import { setStyles } from '../styling/set-styles.ts'

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
  /**
   * After so many milliseconds of such waits, or of such waits in succession that changed nothing new, timers are waited for
   * only at the end of the page.
   */
  allTimersMs: number
  fruitlessMs: number
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
  /** The milliseconds for which timers were awaited: in all, and since such a wait last changed something new. */
  awaitedMs: number
  fruitlessMs: number
  /** The delays of timers that repeat. */
  repeated: number[]
  /** Says whether the end is reached, or whether the page has no end. */
  state: 'under way' | 'at end' | 'endless'
}

/** The state before the first part. */
export const NOT_SCROLLED: Reached = {
  offset: 0,
  knownEnd: 0,
  endings: 0,
  awaitedMs: 0,
  fruitlessMs: 0,
  repeated: [],
  state: 'under way',
}

/** The global object of a page that is scrolled, with the nodes that changed meanwhile. */
interface ScrolledRealm {
  [key: symbol]: WeakSet<object> | undefined
}

declare const document: object
declare const MutationObserver: new (callback: (records: { target: object }[]) => void) => {
  observe(target: object, what: Record<string, true>): void
  disconnect(): void
}

/** Scrolls on in steps. Waits for a frame after each, in which the page's listeners and observers run. */
export async function scrollOn(course: Course): Promise<Reached> {
  const { from, to = Infinity, depth = Infinity, step, pauseMs, pauseAlways, ends = Infinity, forMs } = course
  const scroller = findScroller()
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  setStyles(scroller, { 'scroll-snap-type': 'none' })
  ;(scroller as WarmedUpElement)[Symbol.for('render.noSnap')] = true
  let hasChanged = false
  let hasNews = false
  // Clocks and carousels change the same nodes again and again.
  const known = ((globalThis as ScrolledRealm)[Symbol.for('render.changedNodes')] ??= new WeakSet())
  const observer = new MutationObserver((records) => {
    hasChanged = true
    for (const { target } of records) {
      hasNews ||= !known.has(target)
      known.add(target)
    }
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

  const until = performance.now() + forMs
  let { offset, endings, awaitedMs, fruitlessMs } = from
  const repeated = [...from.repeated]
  let knownEnd = from.knownEnd || scroller.scrollHeight
  const last = (): number => Math.min(to, Math.min(depth, scroller.scrollHeight) - scroller.clientHeight)
  while (offset < last() && endings <= ends && performance.now() < until) {
    hasChanged = false
    offset = Math.min(offset + (step ?? scroller.clientHeight), last())
    scroller.scrollTo({ top: offset, behavior: 'instant' })
    await nextFrame()
    if (pauseAlways || hasChanged) await sleep(pauseMs)
    if ((fruitlessMs < course.fruitlessMs && awaitedMs < course.allTimersMs) || offset >= last()) {
      hasNews = false
      const height = scroller.scrollHeight
      const waitedMs = await awaitTimers(course.timersMs, repeated)
      awaitedMs += waitedMs
      fruitlessMs = hasNews || scroller.scrollHeight !== height ? 0 : fruitlessMs + waitedMs
    }
    if (offset + scroller.clientHeight < knownEnd) continue
    knownEnd = scroller.scrollHeight
    endings += 1
  }
  observer.disconnect()
  const isAtEnd = offset >= last()
  const state = isAtEnd ? 'at end' : endings > ends ? 'endless' : 'under way'
  return { offset, knownEnd, endings, awaitedMs, fruitlessMs, repeated, state }
}
