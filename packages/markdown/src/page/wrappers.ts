/** How to go up a tree of pages, and how much text an element has. */
interface Tree<Element> {
  parentOf: (element: Element) => Element | null | undefined
  lengthOf: (element: Element) => number
}

const MAX_WRAPPERS = 3

/** Lists the elements around that hold little else than an element, such as the boxes of code. */
export function* wrappersIn<Element>(
  { parentOf, lengthOf }: Tree<Element>,
  element: Element,
): Generator<Element> {
  const maxLength = lengthOf(element) * 1.5 + 40
  let around = parentOf(element)
  for (let level = 0; around && level < MAX_WRAPPERS; level += 1, around = parentOf(around)) {
    if (lengthOf(around) > maxLength) return
    yield around
  }
}
