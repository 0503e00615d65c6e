// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageElement } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

type Styled = PageElement & {
  computedStyleMap(): { get(property: string): { toString(): string } | undefined }
}

interface NotedLengths {
  /** Elements with their computed lengths, joined: `auto` and percentages stay as they are. */
  renderLengths?: [element: Styled, lengths: string][]
}

/**
 * Notes the lengths of elements that may depend on the height of the viewport. With `isSecond`, which is called with another
 * height, those that have changed are kept as they were.
 */
export function noteLengths(
  { isSecond }: { isSecond: boolean },
  all: typeof allElements,
  styleIn: typeof styleOf,
): void {
  /** The lengths of more elements would need more memory than the page does. */
  const MAX_ELEMENTS = 50_000
  const SEPARATOR = ';'
  const PROPERTIES =
    `height min-height max-height width min-width max-width flex-basis margin-top margin-bottom padding-top
    padding-bottom top bottom row-gap font-size line-height translate grid-template-rows`.split(/\s+/)
  const world = globalThis as NotedLengths
  const read = (element: Styled): string => {
    const styles = element.computedStyleMap()
    return PROPERTIES.map((name) => styles.get(name)?.toString() ?? '').join(SEPARATOR)
  }
  const noted = world.renderLengths ?? []
  delete world.renderLengths
  if (!isSecond) {
    const isStyled = (element: PageElement): element is Styled =>
      element.checkVisibility() && styleIn(element) !== undefined
    world.renderLengths = all()
      .filter(isStyled)
      .take(MAX_ELEMENTS)
      .map((element): [Styled, string] => [element, read(element)])
      .toArray()
    return
  }
  const changed = noted
    .map(([element, before]) => ({ element, before, now: read(element) }))
    .filter(({ before, now }) => now !== before)
  for (const { element, before, now } of changed) {
    const lengths = now.split(SEPARATOR)
    for (const [index, length] of before.split(SEPARATOR).entries())
      if (length !== lengths[index]) styleIn(element)!.setProperty(PROPERTIES[index]!, length, 'important')
  }
}
