import { all, attribute, type PageRoot } from './dom.ts'
import { cleanText } from './values/text.ts'

const MAX_TAGS = 2000

/** The contents of the `<meta>` elements by name or property, in lower case. */
export interface MetaTags {
  /** Returns the contents of the tags with this name, in document order. */
  all(name: string): string[]
  /** Every tag in document order. */
  entries: readonly { name: string; content: string }[]
}

export function readMetaTags(document: PageRoot): MetaTags {
  const entries = all(document, 'meta[content]', MAX_TAGS).flatMap((element) => {
    const content = cleanText(attribute(element, 'content') ?? '')
    if (content === undefined) return []
    const names = ['property', 'name', 'http-equiv'].map((each) => attribute(element, each)?.toLowerCase())
    return [...new Set(names)].flatMap((name) => (name ? [{ name, content }] : []))
  })
  const byName = Map.groupBy(entries, ({ name }) => name)
  return { entries, all: (name) => (byName.get(name) ?? []).map(({ content }) => content) }
}
