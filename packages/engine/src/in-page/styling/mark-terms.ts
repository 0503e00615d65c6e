// The function here is serialised into the page, so it cannot import values or use closures.

interface Node {
  data: string
  readonly parentElement: { closest(selector: string): unknown } | null
  splitText(offset: number): Node
  replaceWith(node: unknown): void
}
interface Mark {
  style: { setProperty(name: string, value: string, priority: 'important'): void }
  append(node: Node): void
}
type Root = { querySelectorAll(selector: string): Iterable<{ shadowRoot: Root | null }> }
declare const document: Root & {
  createTreeWalker(root: Root, show: number): { nextNode(): Node | null }
  createElementNS(namespace: string, name: 'mark'): Mark
}

export interface Highlight {
  terms: string[]
  color: string
  background: string
}

/** Wraps every occurrence of the terms, ignoring case, in an element of its own. Returns the number of occurrences. */
export function markTerms({ terms, color, background }: Highlight): number {
  const MAX_MATCHES = 10_000
  const TEXT = 4
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

  const mark = (text: Node): void => {
    const wrapper = document.createElementNS(HTML, 'mark')
    wrapper.style.setProperty('color', color, 'important')
    wrapper.style.setProperty('background', background, 'important')
    text.replaceWith(wrapper)
    wrapper.append(text)
    count += 1
  }
  const search = (root: Root): void => {
    const walker = document.createTreeWalker(root, TEXT)
    const texts: Node[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text)
    for (const text of texts) {
      if (count >= MAX_MATCHES || text.parentElement?.closest(NOT_TEXT)) continue
      // The loop starts at the end, so that the offsets of the remaining matches stay valid.
      const found = [...text.data.matchAll(pattern)].slice(0, MAX_MATCHES - count)
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
