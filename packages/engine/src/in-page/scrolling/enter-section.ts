import type { PageDocument } from '../dom.ts'
import { nextFrame } from '../settling/next-frame.ts'
import { findScroller } from './find-scroller.ts'
import { setStyles } from '../styling/set-styles.ts'

/** Describes how to bring a section of the page into view. Lengths are in CSS pixels of the document. */
export interface Entrance {
  section: { x: number; y: number; height: number }
  /** The pause after scrolling. It is made always, or only when scrolling changed the page. */
  pauseMs: number
  pauseAlways: boolean
  /** The longest time to wait for animations and images. */
  paintMs: number
}

declare const document: PageDocument & {
  getAnimations(): {
    finished: Promise<unknown>
    playState: string
    playbackRate: number
    effect: { getComputedTiming(): { endTime: number } } | null
  }[]
}
declare const window: { scrollY: number }
declare const MutationObserver: new (callback: () => void) => {
  observe(target: object, what: Record<string, true>): void
  disconnect(): void
}

/** Scrolls to a section and waits until its images are decoded and the finite animations that run have ended. */
export async function enterSection(entrance: Entrance): Promise<void> {
  const scroller = findScroller()
  const { section, pauseMs, pauseAlways, paintMs } = entrance
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  let hasChanged = false
  const observer = new MutationObserver(() => (hasChanged = true))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  setStyles(scroller, { 'scroll-snap-type': 'none' })
  const { scrollLeft, scrollTop } = scroller
  scroller.scrollTo({ left: section.x, top: section.y, behavior: 'instant' })
  // A page that was at this offset already is at rest.
  const hasMoved = scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop
  if (hasMoved) await nextFrame()
  observer.disconnect()
  if (pauseAlways || hasChanged) await sleep(pauseMs)

  const ending = document
    .getAnimations()
    .filter(({ playState, playbackRate }) => playState === 'running' && playbackRate !== 0)
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  const images = [...document.images].filter((image) => {
    const box = image.getBoundingClientRect()
    const top = box.top + window.scrollY
    return top + box.height > section.y && top < section.y + section.height
  })
  const painted = [...ending.map(({ finished }) => finished), ...images.map((image) => image.decode())]
  if (painted.length > 0) await Promise.race([Promise.allSettled(painted), sleep(paintMs)])
}
