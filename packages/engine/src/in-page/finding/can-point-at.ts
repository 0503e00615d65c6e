import type { PageElement, PageWindow } from '../dom.ts'

/** The members of an element that only this function reads. */
interface Target extends Omit<PageElement, 'getClientRects' | 'scrollIntoView'> {
  getClientRects(): Iterable<{ left: number; top: number; right: number; bottom: number }>
  scrollIntoView(options: { block: 'center'; inline: 'center'; behavior: 'instant' }): void
  scrollIntoViewIfNeeded(): void
  getRootNode(): { host?: PageElement; elementFromPoint(x: number, y: number): PageElement | null }
  [place: symbol]: string
}

declare const Element: { prototype: { matches(selector: string): boolean } }
declare const window: PageWindow

/**
 * Returns whether the pointer reaches an element: it is visible, has not moved since the last call, and nothing covers it.
 * Scrolls to it first. An element that is to be clicked must be enabled as well.
 */
export function canPointAt(element: Target, isClick: boolean): boolean {
  const PLACE = Symbol.for('render.place')
  const { innerWidth, innerHeight } = window
  if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return false
  element.scrollIntoViewIfNeeded()
  const inView = Array.from(element.getClientRects(), ({ left, top, right, bottom }) => ({
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(innerWidth, right),
    bottom: Math.min(innerHeight, bottom),
  }))
  // Its first part is where it is pointed at.
  const part = inView.find(({ left, top, right, bottom }) => left < right && top < bottom)
  const place = JSON.stringify(part)
  const isStill = element[PLACE] === place
  element[PLACE] = place
  // A control of this name hides the method of its form.
  const isDisabled = Element.prototype.matches.call(element, ':disabled, [aria-disabled="true"]')
  if (!part || !isStill || (isClick && isDisabled)) return false
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2]
  let hit = element.getRootNode().elementFromPoint(x, y)
  while (hit && (hit as object) !== element)
    hit = hit.assignedSlot ?? hit.parentElement ?? hit.getRootNode().host ?? null
  // A bar at an edge of the window may cover it.
  if (!hit) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  return hit !== null
}
