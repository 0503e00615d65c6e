import type { Element } from '../dom.ts'
import { textOf } from './text.ts'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/** Returns a name in words: `relatedPosts`, `related_posts` and `c-related-posts__x` are alike. */
export function inWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^a-zA-Z]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Renames an attribute, such as to hide it from Readability. Does nothing where there is none. */
export function renameAttribute(element: Element, from: string, to: string): void {
  const value = element.getAttribute(from)
  if (value === null) return
  element.setAttribute(to, value)
  element.removeAttribute(from)
}

/** An id with this many words is a heading in words. */
const HEADING = 5

/**
 * Ids of sections, and of their headings, are often made of the headings, which are about the subject of the text. Those of a
 * translation are made of the headings of the original.
 */
export function isNamedByHeading(element: Element): boolean {
  const heading = element.matches(HEADINGS) ? element : element.querySelector(HEADINGS)
  if (heading === null) return false
  const name = inWords(element.id)
  if (name === inWords(textOf(heading))) return true
  return name.split(' ').length >= HEADING && textOf(element).startsWith(textOf(heading))
}
