import { findMatches } from '../finding/find-matches.ts'
import type { Box, PageElement } from '../dom.ts'

/** A box in CSS pixels of the document, or the reason why there is none. */
export type Measured = { x: number; y: number; width: number; height: number } | 'missing' | 'invalid'

interface Part extends PageElement {
  readonly shadowRoot: (PageElement['shadowRoot'] & { readonly children: Iterable<Part> }) | null
}

declare const window: { getComputedStyle(element: PageElement): Readonly<Record<string, string>> }
declare const scrollX: number
declare const scrollY: number
declare const Element: { prototype: object }
declare const HTMLSlotElement: { prototype: { assignedElements(): Part[] } }

/**
 * Scrolls the first match of a CSS selector into view and measures its box. An element in a line, and one without a box or a
 * size of its own, is as large as what it shows.
 */
export function measureMatch(css: string): Measured {
  const MAX_PARTS = 10_000
  const matches = findMatches({ css })
  if (!matches) return 'invalid'
  const element: Part | undefined = matches[0]
  if (!element) return 'missing'
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const own = element.getBoundingClientRect()
  const isInLine = (part: PageElement): boolean =>
    /^(?:inline|contents)$/.test(window.getComputedStyle(part).display!)
  const isEmpty = own.width === 0 || own.height === 0
  const isOpen = window.getComputedStyle(element).overflow === 'visible'

  let area: Box | undefined = isEmpty ? undefined : own
  if (!('ownerSVGElement' in element) && isOpen && (isEmpty || isInLine(element))) addParts(element)
  const { left, top, right, bottom } = area ?? own
  const x = Math.floor(left + scrollX)
  const y = Math.floor(top + scrollY)
  return { x, y, width: Math.ceil(right + scrollX) - x, height: Math.ceil(bottom + scrollY) - y }

  /** Adds the boxes in the lines of an element. What is placed elsewhere counts where the element has no size of its own. */
  function addParts(around: Part): void {
    const left = partsOf(around)
    for (let count = 0; left.length > 0 && count < MAX_PARTS; count++) {
      const part = left.pop()!
      if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (!isEmpty && /^(?:absolute|fixed)$/.test(window.getComputedStyle(part).position!)) continue
      add(part.getBoundingClientRect())
      if (isInLine(part) && !('ownerSVGElement' in part)) left.push(...partsOf(part))
    }
  }

  /** The children as they are shown: those of the shadow tree, with what is in its slots. */
  function partsOf(part: Part): Part[] {
    if (part.localName === 'slot') return HTMLSlotElement.prototype.assignedElements.call(part)
    // A control of this name hides the property of its form.
    const children = part.shadowRoot?.children ?? Reflect.get(Element.prototype, 'children', part)
    return Array.from(children as Iterable<Part>).slice(0, MAX_PARTS)
  }

  function add({ left, top, right, bottom }: Box): void {
    // Texts for screen readers are in boxes of a pixel, or beside the page.
    if (right - left <= 1 || bottom - top <= 1 || right + scrollX <= 0 || bottom + scrollY <= 0) return
    const before = area ?? { left, top, right, bottom }
    area = {
      left: Math.min(before.left, left),
      top: Math.min(before.top, top),
      right: Math.max(before.right, right),
      bottom: Math.max(before.bottom, bottom),
    }
  }
}
