import { all, type PageElement, type PageRoot } from '../dom.ts'

/** A list, and how many of its things are missing for their number. */
export interface Limited<T> {
  list: T[]
  /** The number that the page has. */
  found: number
}

/** Reads the first `most` matches of a selector. */
export function readFirst<T>(
  document: PageRoot,
  selector: string,
  most: number,
  read: (element: PageElement) => T,
): Limited<T> {
  const elements = all(document, selector)
  return { list: elements.slice(0, most).map(read), found: elements.length }
}
