// Serialised into the page: no imports, no closures.
import type { PageDocument, PageElement, PageRoot, PageWindow } from './dom.ts'
import type { Place } from './note-places.ts'

/** How a section of the page is brought into view; in CSS pixels of the document. */
export interface Entrance {
  scroller: PageElement
  section: { x: number; y: number; height: number }
  /** What `notePlaces` found when the sections were planned, and which of them this is. */
  notes: Place[][]
  index: number
  /** Pause after scrolling: always, or only when that changed the page. */
  pauseMs: number
  pauseAlways: boolean
  /** How long to wait for animations and images at most. */
  drawMs: number
  /** Take away what is fixed to the viewport: it was shown in an earlier section. */
  hideFixed: boolean
}

declare const document: PageDocument & {
  getAnimations(): {
    finished: Promise<unknown>
    effect: { getComputedTiming(): { endTime: number } } | null
  }[]
}
declare const window: PageWindow & { scrollY: number }
declare const MutationObserver: new (callback: () => void) => {
  observe(target: object, what: Record<string, true>): void
  disconnect(): void
}

/** Scrolls to a section and waits until it is drawn. Returns by how much its content was moved since it was planned. */
export async function enterSection(entrance: Entrance): Promise<number> {
  const { scroller, section, notes, index, pauseMs, pauseAlways, drawMs, hideFixed } = entrance
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const nextFrame = () =>
    new Promise<void>((resolve) => window.requestAnimationFrame(() => setTimeout(resolve)))

  let hasChanged = false
  const observer = new MutationObserver(() => (hasChanged = true))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  scroller.style.setProperty('scroll-snap-type', 'none', 'important')
  scroller.scrollTo({ left: section.x, top: section.y, behavior: 'instant' })
  await nextFrame()
  observer.disconnect()
  if (pauseAlways || hasChanged) await sleep(pauseMs)

  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  const inSection = [...document.images].filter((image) => {
    const box = image.getBoundingClientRect()
    const top = box.top + window.scrollY
    return top + box.height > section.y && top < section.y + section.height
  })
  const drawn = [...ending.map(({ finished }) => finished), ...inSection.map((image) => image.decode())]
  if (drawn.length > 0) await Promise.race([Promise.allSettled(drawn), sleep(drawMs)])

  if (hideFixed) {
    const fixed: PageElement[] = []
    const look = (root: PageRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (window.getComputedStyle(element).position === 'fixed') fixed.push(element)
        if (element.shadowRoot) look(element.shadowRoot)
      }
    }
    look(document)
    // In an ancestor that is transformed it moves with the page, as anything else.
    const placesOf = () => fixed.map((element) => element.getBoundingClientRect())
    const [before, { scrollLeft, scrollTop }] = [placesOf(), scroller]
    const aside = (offset: number): number => (offset > 0 ? offset - 1 : offset + 1)
    scroller.scrollTo({ left: aside(scrollLeft), top: aside(scrollTop), behavior: 'instant' })
    const after = placesOf()
    scroller.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' })
    const stay = fixed.filter(
      (_, index) => before[index]!.left === after[index]!.left && before[index]!.top === after[index]!.top,
    )
    for (const element of stay) element.style.setProperty('display', 'none', 'important')
  }

  const moves = notes[index]!.filter(({ element }) => element.getClientRects().length > 0).map((place) =>
    Math.round(place.element.getBoundingClientRect().top + window.scrollY - place.top),
  )
  return moves.find((move) => moves.filter((other) => other === move).length > moves.length / 2) ?? 0
}
