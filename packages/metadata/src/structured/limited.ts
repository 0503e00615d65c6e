import { inAllTrees, type PageElement, type PageRoot } from '../dom.ts'

/** A list, and how many of its things are missing for their number. */
export interface Limited<T> {
  list: T[]
  /** The number that the page has. */
  found: number
  /** The number of those left out because their addresses are too long. */
  tooLong: number
}

/** UTF-16 units of what one list has as JSON. */
export const MAX_LIST_LENGTH = 2 * 1024 ** 2

/** Adds up the sizes of rows; returns false from the row on that is too much. */
export function createSizeBudget(): (row: unknown) => boolean {
  let left = MAX_LIST_LENGTH
  return (row) => {
    left -= JSON.stringify(row).length
    return left >= 0
  }
}

/**
 * Reads the first `maxElements` matches of a selector, also in open shadow trees; fewer when they are long. `read` returns
 * undefined for an address that is too long.
 */
export function readFirst<T>(
  document: PageRoot,
  selector: string,
  maxElements: number,
  read: (element: PageElement) => T | undefined,
): Limited<T> {
  const elements = Array.from(inAllTrees(document, selector))
  const fits = createSizeBudget()
  const list: T[] = []
  let tooLong = 0
  for (const element of elements.slice(0, maxElements)) {
    const row = read(element)
    if (row !== undefined && !fits(row)) break
    if (row === undefined) tooLong += 1
    else list.push(row)
  }
  return { list, found: elements.length, tooLong }
}
