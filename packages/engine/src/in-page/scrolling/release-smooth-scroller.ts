import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { nextFrame } from '../settling/next-frame.ts'
import { placeAt } from '../styling/set-styles.ts'

interface Sheet {
  insertRule(rule: string): void
}
declare const Node: { prototype: { contains(other: PageElement): boolean } }
declare const CSSStyleSheet: new () => Sheet
declare const document: PageDocument & { adoptedStyleSheets: Sheet[] }
declare const window: PageWindow

/** The longest waits, in milliseconds. */
export interface SmoothScrollWaits {
  /** Until the scripts have moved the content. */
  moveMs: number
  /** Until it no longer moves. */
  restMs: number
}

/**
 * Lays out in the document the content of a page that scrolls smoothly by script. Such a page fixes its content to the viewport,
 * gives the document the height of the content, and moves the content by transforms to where the document is scrolled. Returns
 * whether the page is one.
 */
export async function releaseSmoothScroller({ moveMs, restMs }: SmoothScrollWaits): Promise<boolean> {
  const ATTRIBUTE = 'data-kept-place'
  const COVER = 0.9
  /** The scripts move elements that are at most this many levels inside the holder. */
  const LEVELS = 4
  const MAX_ELEMENTS = 500

  const root = document.scrollingElement ?? document.documentElement
  const { innerWidth, innerHeight } = window
  const heightOf = (element: PageElement): number => element.getBoundingClientRect().height
  const holdsPage = (element: PageElement): boolean => {
    const { left, top, right, bottom, height } = element.getBoundingClientRect()
    if (Math.min(right, innerWidth) - Math.max(left, 0) < COVER * innerWidth) return false
    if (Math.min(bottom, innerHeight) - Math.max(top, 0) < COVER * innerHeight) return false
    if (Math.max(height, element.scrollHeight) < root.scrollHeight / 2) return false
    const { position, overflowY } = window.getComputedStyle(element)
    return position === 'fixed' && !/auto|scroll/.test(overflowY!)
  }
  const holder = root.scrollHeight > innerHeight * 1.1 ? displayedElements().find(holdsPage) : undefined
  if (!holder) return false

  const levels = Array.from({ length: LEVELS }, (_, level) => `:scope${' > *'.repeat(level + 1)}`)
  const inside = Array.from(holder.querySelectorAll(levels.join())).slice(0, MAX_ELEMENTS)
  const placeOf = (element: PageElement): string => {
    const { transform, translate } = window.getComputedStyle(element)
    return `transform: ${transform} !important; translate: ${translate} !important`
  }
  const placesNow = () => new Map([holder, ...inside].map((element) => [element, placeOf(element)]))
  const awaitRest = async (): Promise<void> => {
    const end = performance.now() + restMs
    for (let before = '', now = ' '; before !== now && performance.now() < end;) {
      before = now
      await nextFrame()
      now = [...placesNow().values()].join()
    }
  }
  const scrollTo = (top: number): void => root.scrollTo({ top, left: 0, behavior: 'instant' })

  const { scrollTop: start } = root
  if (start > 0) {
    scrollTo(0)
    await awaitRest()
  }
  const places = placesNow()
  // A control named `contains` hides the method of its form.
  const isInside = (element: PageElement, other: PageElement): boolean =>
    other !== element && Node.prototype.contains.call(other, element)
  const findMoved = (): PageElement[] => {
    const moved = [...places]
      .filter(([element, place]) => placeOf(element) !== place)
      .map(([element]) => element)
    return moved.filter((element) => !moved.some((other) => isInside(element, other)))
  }
  const isPage = (moved: PageElement[]): boolean =>
    moved.reduce((sum, element) => sum + heightOf(element), 0) > root.scrollHeight / 2
  scrollTo(innerHeight)
  const end = performance.now() + moveMs
  let moved: PageElement[] = []
  while (!isPage(moved) && performance.now() < end) {
    await nextFrame()
    moved = findMoved()
  }
  if (!isPage(moved)) {
    scrollTo(start)
    return false
  }
  scrollTo(0)
  await awaitRest()

  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  for (const [index, element] of moved.entries()) {
    // An attribute and a rule, because the scripts write over inline styles.
    element.setAttribute(ATTRIBUTE, String(index))
    sheet.insertRule(`[${ATTRIBUTE}="${index}"] { ${places.get(element)}; transition: none !important }`)
  }
  const box = holder.getBoundingClientRect()
  const size = { width: `${box.width}px`, height: 'auto', 'max-height': 'none' }
  placeAt(holder, box, { ...size, overflow: 'visible', contain: 'none', transition: 'none' })
  return true
}
