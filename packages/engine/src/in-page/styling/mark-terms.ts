interface Node {
  data: string
  readonly nodeType: number
  readonly previousSibling: Node | null
  readonly nextSibling: Node | null
  readonly parentElement: object | null
  splitText(offset: number): Node
  replaceWith(node: unknown): void
}
interface Wrapper {
  readonly nextSibling: Node | null
  style: { setProperty(name: string, value: string, priority: 'important'): void }
  append(node: Node): void
}
type Root = { querySelectorAll(selector: string): Iterable<{ shadowRoot: Root | null }> }
declare const document: Root & {
  createTreeWalker(root: Root, show: number): { nextNode(): Node | null }
  createElementNS(namespace: string, name: 'mark' | 'span'): Wrapper
}
declare const Element: { prototype: { closest(selector: string): unknown } }
declare function getComputedStyle(element: object): { readonly display: string }

export interface Highlight {
  terms: string[]
  color: string
  background: string
}

/**
 * Wraps every occurrence of the terms, ignoring case, in an element of its own, which is laid out like the bare text. Returns the
 * number of occurrences.
 */
export function markTerms({ terms, color, background }: Highlight): number {
  const MAX_MATCHES = 10_000
  const TEXT = 4
  const TEXT_OR_COMMENT = new Set([3, 8])
  const HTML = 'http://www.w3.org/1999/xhtml'
  // Text in an SVG drawing is excluded, because it would not be drawn inside an HTML element.
  const NOT_TEXT = 'script, style, noscript, template, textarea, select, title, svg text'
  const longestFirst = terms.toSorted((a, b) => b.length - a.length)
  // Blanks of the markup, such as line breaks, are shown as one.
  const patternOf = (term: string): string =>
    term
      .split(/\s+/)
      .map((word) => RegExp.escape(word))
      .join('\\s+')
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'giu')
  let count = 0

  /** Creates an element to which no style of the page applies. */
  const createBare = (name: 'mark' | 'span'): Wrapper => {
    const wrapper = document.createElementNS(HTML, name)
    wrapper.style.setProperty('all', 'unset', 'important')
    return wrapper
  }
  /** A flex box and a grid lay out neighbouring texts as one item, but each element as one of its own. */
  const keepOneItem = (text: Node): void => {
    const isNext = (node: Node | null): node is Node => node !== null && TEXT_OR_COMMENT.has(node.nodeType)
    let first = text
    while (isNext(first.previousSibling)) first = first.previousSibling
    const item = createBare('span')
    first.replaceWith(item)
    item.append(first)
    while (isNext(item.nextSibling)) item.append(item.nextSibling)
  }
  const mark = (text: Node): void => {
    const wrapper = createBare('mark')
    wrapper.style.setProperty('color', color, 'important')
    wrapper.style.setProperty('background', background, 'important')
    text.replaceWith(wrapper)
    wrapper.append(text)
    count += 1
  }
  // A control of this name hides the method of its form.
  const isNoText = ({ parentElement }: Node): boolean =>
    parentElement === null || Element.prototype.closest.call(parentElement, NOT_TEXT) !== null
  const search = (root: Root): void => {
    const walker = document.createTreeWalker(root, TEXT)
    const texts: Node[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text)
    let left = MAX_MATCHES - count
    const matched = texts.flatMap((text) => {
      const found = left > 0 && !isNoText(text) ? [...text.data.matchAll(pattern)].slice(0, left) : []
      left -= found.length
      return found.length > 0 ? { text, found } : []
    })
    // Read before the document changes, after which each reading would compute all styles again.
    const boxes = new Set(
      matched
        .map(({ text }) => text.parentElement!)
        .filter((parent) => /flex|grid/.test(getComputedStyle(parent).display)),
    )
    for (const { text, found } of matched) {
      if (boxes.has(text.parentElement!)) keepOneItem(text)
      // The loop starts at the end, so that the offsets of the remaining matches stay valid.
      for (const { index, 0: term } of found.toReversed()) {
        text.splitText(index + term.length)
        mark(text.splitText(index))
      }
    }
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) search(shadowRoot)
  }
  search(document)
  return count
}
