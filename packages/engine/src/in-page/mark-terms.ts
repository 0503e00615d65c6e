// Serialised into the page: no imports, no closures.

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

interface Wish {
  terms: string[]
  color: string
  background: string
}

/** Puts every occurrence of the terms, in either case, into an element of its own. How many there were. */
export function markTerms({ terms, color, background }: Wish): number {
  const MAXIMUM = 10_000
  const TEXT = 4
  const HTML = 'http://www.w3.org/1999/xhtml'
  // Drawn text cannot hold an element of ours: it would no longer be drawn.
  const NOT_TEXT = 'script, style, noscript, template, textarea, select, title, svg text'
  const longestFirst = terms.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map((term) => RegExp.escape(term)).join('|'), 'giu')
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
      if (count >= MAXIMUM || text.parentElement?.closest(NOT_TEXT)) continue
      // From the end, so that what is still to be marked stays where it was found.
      const found = [...text.data.matchAll(pattern)].slice(0, MAXIMUM - count)
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
