// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageElement } from '../dom.ts'

/** An element that can be styled, and its computed lengths by property: `auto` and percentages stay as they are. */
type Lengths = [element: Styled, lengths: Map<string, string>]
type Styled = PageElement & {
  computedStyleMap(): { get(property: string): { toString(): string } | undefined }
}

interface NotedLengths {
  renderLengths?: Lengths[]
}

/**
 * Stores the lengths of all elements that may depend on the height of the viewport. Called again, with another height, it
 * keeps those that have changed as they were.
 */
export function noteLengths(_: undefined, all: typeof allElements): void {
  const PROPERTIES =
    `height min-height max-height width min-width max-width flex-basis margin-top margin-bottom padding-top
    padding-bottom top bottom row-gap font-size line-height translate grid-template-rows`.split(/\s+/)
  const world = globalThis as NotedLengths
  const read = (element: Styled): Map<string, string> => {
    const styles = element.computedStyleMap()
    return new Map(PROPERTIES.map((name) => [name, styles.get(name)?.toString() ?? '']))
  }
  const noted = world.renderLengths
  if (!noted) {
    const isStyled = (element: PageElement): element is Styled => !!element.style && element.checkVisibility()
    world.renderLengths = all()
      .filter(isStyled)
      .map((element): Lengths => [element, read(element)])
      .toArray()
    return
  }
  delete world.renderLengths
  const changed = noted.map(([element, before]) => {
    const now = read(element)
    return { element, before, names: PROPERTIES.filter((name) => now.get(name) !== before.get(name)) }
  })
  for (const { element, before, names } of changed)
    for (const name of names) element.style!.setProperty(name, before.get(name)!, 'important')
}
