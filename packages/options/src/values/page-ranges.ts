/** Pages of a document, counted from 1. */
export interface PageRange {
  first: number
  /** The last page of the document when absent. */
  last?: number
}

/** Reads pages and ranges of pages: `2`, `1-3`, `4-`, `-5`, separated by commas. */
export function readPageRanges(text: string): PageRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-')
    return { first: Number(first || 1), ...(last && { last: Number(last) }) }
  })
}
