import { displayedElements } from '../finding/displayed-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { Box, PageElement, PageWindow } from '../dom.ts'
import { nextFrame } from '../settling/next-frame.ts'
import { findScroller } from './find-scroller.ts'

interface Sheet {
  insertRule(rule: string): void
}
interface Root {
  adoptedStyleSheets: Sheet[]
}
interface ElementAnimation {
  readonly timeline: object | null
  readonly playState: string
}
declare const CSSStyleSheet: new () => Sheet
declare const document: {
  getAnimations(): {
    effect: { getComputedTiming(): { endTime: number } } | null
    playbackRate: number
    finish(): void
  }[]
}
declare const window: PageWindow
declare const ViewTimeline: new () => object
declare const Element: { prototype: { getAnimations(): ElementAnimation[] } }

export interface Patience {
  /** The longest wait until an element in view appears. */
  appearMs: number
  /** The longest wait until it no longer changes. */
  paintMs: number
  /** The longest time for all elements. */
  forMs: number
}

/**
 * Scrolls to what the page hides while it is out of view, and keeps what appears as it is then. Does the same with what
 * timelines of the view animate. Scrolls back. Returns whether any element appeared.
 */
export async function revealAndKeep({ appearMs, paintMs, forMs }: Patience): Promise<boolean> {
  const WAYS_TO_HIDE = [
    'opacity',
    'visibility',
    'transform',
    'translate',
    'rotate',
    'scale',
    'filter',
    'clip-path',
  ]
  const ATTRIBUTE = 'data-kept-shown'
  /** Where so many elements of a kind in turn do not appear, the page hides them for another reason. */
  const TRIES = 2
  /** The most elements of all kinds that are waited for in vain in turn. */
  const MISSES = 6
  /** An element with a lower opacity counts as hidden. */
  const FAINT = 0.05
  /** The most slides of a carousel that are looked at. */
  const SLIDES = 50
  /** Where the next element is put, as a share of the height of the viewport. */
  const TOP = 0.25
  /** On a busy machine this many frames take longer than the wait. */
  const FRAMES = 5

  const opacityOf = (element: PageElement): number => Number(window.getComputedStyle(element).opacity)
  const isShown = (element: PageElement): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && opacityOf(element) > FAINT
  // A control of this name hides the method of its form.
  const viewAnimationsOf = (element: PageElement): ElementAnimation[] =>
    Element.prototype.getAnimations.call(element).filter(({ timeline }) => timeline instanceof ViewTimeline)
  const isInView = (element: PageElement): boolean => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  }
  /** Below it, an element may wait until more of it is in view. */
  const isInUpperHalf = (element: PageElement): boolean => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top <= window.innerHeight / 2
  }
  const scroller = findScroller()
  /** Returns whether no scrolling brings an element into view: it is in a closed menu or dialog. */
  const isInFixed = (element: PageElement): boolean => {
    for (const each of ancestorsOf(element)) {
      if (each === scroller) return false
      if (window.getComputedStyle(each).position === 'fixed') return true
    }
    return false
  }
  const shown = new Map<PageElement | null, Box[]>()
  /** Returns the boxes of the first visible children. */
  const shownIn = (parent: PageElement | null) => {
    const known = shown.get(parent)
    if (known) return known
    const children = Array.from(parent?.querySelectorAll(':scope > *') ?? []).slice(0, SLIDES)
    const boxes = children.filter(isShown).map((child) => child.getBoundingClientRect())
    shown.set(parent, boxes)
    return boxes
  }
  /** Menus and captions that wait for a pointer lie over other content; what appears on scrolling has a place of its own. */
  const waitsForView = (element: PageElement): boolean => {
    if (isInUpperHalf(element)) return false
    // A timeline of the view hides elements in other ways too: it may clip or shrink them, or move them away.
    if (viewAnimationsOf(element).length > 0) return !isInFixed(element)
    if (isShown(element)) return false
    const { position, visibility } = window.getComputedStyle(element)
    if (!/static|relative/.test(position!) || (opacityOf(element) > FAINT && visibility !== 'hidden'))
      return false
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1 || isInFixed(element)) return false
    // The slides of a carousel lie over each other.
    return !shownIn(element.parentElement).some((over) => {
      const across = Math.min(left + width, over.right) - Math.max(left, over.left)
      const down = Math.min(top + height, over.bottom) - Math.max(top, over.top)
      return across > 0 && down > 0 && across * down > (width * height) / 2
    })
  }
  const waiting = new Set(displayedElements().filter(waitsForView))
  if (waiting.size === 0) return false
  const nameOf = (element: PageElement | null): string =>
    element ? `${element.localName} ${element.getAttribute('class')}` : ''
  const kinds = new Map(
    Array.from(waiting, (each) => [each, `${nameOf(each.parentElement)} > ${nameOf(each)}`]),
  )

  const { scrollLeft: left, scrollTop } = scroller
  const scrollTo = (top: number) => scroller.scrollTo({ left, top, behavior: 'instant' })
  const lookOf = (element: PageElement): string[] => {
    const styles = window.getComputedStyle(element)
    return WAYS_TO_HIDE.map((name) => `${name}: ${styles[name]} !important`)
  }
  const looksOf = (elements: readonly PageElement[]): string => elements.flatMap(lookOf).join(';')
  const endAnimations = async (): Promise<void> => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime) && animation.playbackRate !== 0)
        animation.finish()
    await nextFrame()
  }
  const comeToRest = async (elements: readonly PageElement[]): Promise<void> => {
    const until = performance.now() + paintMs
    for (let before = '', now = ' '; before !== now && performance.now() < until;) {
      before = now
      await endAnimations()
      now = looksOf(elements)
    }
  }
  /** Returns what is in view and does not change by itself, with its look. */
  const findStill = async (): Promise<Map<PageElement, string>> => {
    const looks = new Map(
      displayedElements()
        .filter((element) => isInView(element) && isShown(element))
        .map((element) => [element, looksOf([element])]),
    )
    await nextFrame()
    for (const [element, look] of looks) if (looksOf([element]) !== look) looks.delete(element)
    return looks
  }
  /** Waits until elements that were hidden out of view look as before. */
  const comeBack = async (looks: ReadonlyMap<PageElement, string>): Promise<void> => {
    const until = performance.now() + paintMs
    const isAway = ([element, look]: [PageElement, string]) =>
      element.isConnected && looksOf([element]) !== look
    do await endAnimations()
    while ([...looks].some(isAway) && performance.now() < until)
  }

  let kept = 0
  const sheets = new Map<object, Sheet>()
  const keep = (element: PageElement): void => {
    waiting.delete(element)
    kept += 1
    const root = element.getRootNode() as Root
    const sheet = sheets.get(root) ?? new CSSStyleSheet()
    if (!sheets.has(root)) root.adoptedStyleSheets.push(sheet)
    sheets.set(root, sheet)
    // An attribute and a rule, because scripts that hide the element again replace its inline style.
    element.setAttribute(ATTRIBUTE, String(kept))
    sheet.insertRule(`[${ATTRIBUTE}="${kept}"] { ${lookOf(element).join(';')}; transition: none !important }`)
  }

  const still = await findStill()
  const endsAt = performance.now() + forMs
  let misses = 0
  const missesOf = new Map<string, number>()
  const look = async (element: PageElement): Promise<void> => {
    // Pages show an element once it is well inside of the view; those below it then come along.
    const scrollToElement = () =>
      scrollTo(scroller.scrollTop + element.getBoundingClientRect().top - window.innerHeight * TOP)
    scrollToElement()
    const until = performance.now() + appearMs
    for (let frames = 0; frames < FRAMES || performance.now() < until; frames++) {
      await nextFrame()
      if (isShown(element)) break
    }
    // One that was moved far away is in its place by now.
    if (!isInView(element)) scrollToElement()
    const isMissing = !isShown(element)
    const kind = kinds.get(element)!
    missesOf.set(kind, isMissing ? (missesOf.get(kind) ?? 0) + 1 : 0)
    misses = isMissing ? misses + 1 : 0
    const appeared = [...waiting].filter((each) => isInView(each) && isShown(each))
    if (appeared.length > 0) await comeToRest(appeared)
    // An element that is still faint or on its way may come to its end when it is scrolled to itself.
    const isAtEnd = (each: PageElement): boolean =>
      opacityOf(each) === 1 && viewAnimationsOf(each).every(({ playState }) => playState === 'finished')
    for (const each of appeared) if (isShown(each) && (each === element || isAtEnd(each))) keep(each)
  }
  const isHopeless = (element: PageElement): boolean =>
    misses >= MISSES || (missesOf.get(kinds.get(element)!) ?? 0) >= TRIES || performance.now() >= endsAt
  try {
    for (const element of waiting) if (!isHopeless(element)) await look(element)
  } finally {
    scrollTo(scrollTop)
  }
  await comeBack(still)
  return kept > 0
}
