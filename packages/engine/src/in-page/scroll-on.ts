// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageWindow } from './dom.ts'
import type { findScroller } from './find-scroller.ts'

/** A part of the way through a page; offsets and lengths in CSS pixels. */
export interface Course {
  /** Where the way goes on. */
  from: Reached
  /** The last offset to scroll to; none when absent. */
  to?: number
  /** How much of the content is to be seen; all of it when absent. */
  depth?: number
  /** As much as is seen at once when absent. */
  step?: number
  /** Pause after a step: after each, or only after those that changed the page. */
  pauseMs: number
  pauseAlways: boolean
  /** A page that is longer, each of so many times that its end was passed, has none; it may have when absent. */
  ends?: number
  /** When to come back, the step that is under way aside. */
  forMs: number
}

export interface Reached {
  offset: number
  /** Where the content ended when last its end was passed, and how often that was. */
  knownEnd: number
  endings: number
  /** Whether there is nowhere further to go, or no end to it. */
  state: 'under way' | 'at end' | 'endless'
}

declare const document: object
declare const window: PageWindow
declare const MutationObserver: new (callback: () => void) => {
  observe(target: object, what: Record<string, true>): void
  disconnect(): void
}

/** Scrolls on, step by step; each is given a frame, in which the page hears of it and its observers look. */
export async function scrollOn(
  course: Course,
  find: typeof findScroller,
  all: typeof allElements,
): Promise<Reached> {
  const { from, to = Infinity, depth = Infinity, step, pauseMs, pauseAlways, ends = Infinity, forMs } = course
  const scroller = find(all)
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  // What observers of the frame have to say comes in a task after it.
  const nextFrame = () =>
    new Promise<void>((resolve) => window.requestAnimationFrame(() => resolve()))
      .then(() => sleep(0))
      .then(() => sleep(0))

  scroller.style?.setProperty('scroll-snap-type', 'none', 'important')
  let hasChanged = false
  const observer = new MutationObserver(() => (hasChanged = true))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

  const until = performance.now() + forMs
  let { offset, endings } = from
  let knownEnd = from.knownEnd || scroller.scrollHeight
  const last = (): number => Math.min(to, Math.min(depth, scroller.scrollHeight) - scroller.clientHeight)
  while (offset < last() && endings <= ends && performance.now() < until) {
    hasChanged = false
    offset = Math.min(offset + (step ?? scroller.clientHeight), last())
    scroller.scrollTo({ top: offset, behavior: 'instant' })
    await nextFrame()
    if (pauseAlways || hasChanged) await sleep(pauseMs)
    if (offset + scroller.clientHeight < knownEnd) continue
    knownEnd = scroller.scrollHeight
    endings += 1
  }
  observer.disconnect()
  const isThrough = offset >= last()
  return { offset, knownEnd, endings, state: isThrough ? 'at end' : endings > ends ? 'endless' : 'under way' }
}
