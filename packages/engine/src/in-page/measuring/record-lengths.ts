import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageElement, StyledElement } from '../dom.ts'
import { setLayeredStyles, type GeneratedBox } from '../styling/set-layered-styles.ts'
import { setStyles } from '../styling/set-styles.ts'
import { styleOf } from '../styling/style-of.ts'

/** An element, or a box that styles add to it, with its lengths, joined. */
type Recorded = [element: StyledElement, box: GeneratedBox | undefined, lengths: string]

interface RecordedLengths {
  renderLengths?: Recorded[]
}

declare function getComputedStyle(
  element: object,
  box: string,
): { readonly content: string; readonly position: string; getPropertyValue(name: string): string }

/**
 * Records the lengths of elements and generated boxes that may depend on the height of the viewport. With `isSecond`, which is
 * called with another height, those that have changed are kept as they were.
 */
export function recordLengths({ isSecond }: { isSecond: boolean }): void {
  /** The lengths of more elements would need more memory than the page does. */
  const MAX_ELEMENTS = 50_000
  const SEPARATOR = ';'
  const BOXES = ['::before', '::after'] as const
  /** Read as computed: `auto` and percentages stay as they are. */
  const OF_ELEMENTS =
    `height min-height max-height width min-width max-width flex-basis margin padding inset gap font-size
    line-height translate grid-template-rows`.split(/\s+/)
  /** Read as they are used, in pixels: browsers tell no others. */
  const OF_BOXES = 'height min-height max-height width margin padding inset font-size line-height'.split(' ')
  const world = globalThis as RecordedLengths
  const namesOf = (box?: GeneratedBox): string[] => (box ? OF_BOXES : OF_ELEMENTS)
  const recorded = world.renderLengths ?? []
  delete world.renderLengths
  if (!isSecond) {
    const isStyled = (element: PageElement): element is StyledElement => styleOf(element) !== undefined
    world.renderLengths = displayedElements().filter(isStyled).take(MAX_ELEMENTS).flatMap(boxesOf).toArray()
    return
  }
  const changed = recorded
    .map(([element, box, before]) => ({ element, box, before, now: read(element, box) }))
    .filter(({ before, now }) => now !== before)
  for (const { element, box, before, now } of changed) {
    const lengths = now.split(SEPARATOR)
    const names = namesOf(box)
    const kept = before
      .split(SEPARATOR)
      .flatMap((length, index) => (length === lengths[index] ? [] : [[names[index]!, length]]))
    if (box) setLayeredStyles(element, box, Object.fromEntries(kept))
    else setStyles(element, Object.fromEntries(kept))
  }

  function boxesOf(element: StyledElement): Recorded[] {
    return [undefined, ...BOXES.filter((box) => isShown(element, box))].map((box) => [
      element,
      box,
      read(element, box),
    ])
  }

  /** Leaves out fixed boxes: they follow the viewport, and cover all of a page that is shown whole. */
  function isShown(element: StyledElement, box: GeneratedBox): boolean {
    const { content, position } = getComputedStyle(element, box)
    return content !== 'none' && position !== 'fixed'
  }

  function read(element: StyledElement, box?: GeneratedBox): string {
    const styles = box ? getComputedStyle(element, box) : element.computedStyleMap()
    const get = (name: string) =>
      'get' in styles ? styles.get(name)?.toString() : styles.getPropertyValue(name)
    return namesOf(box)
      .map((name) => get(name) ?? '')
      .join(SEPARATOR)
  }
}
