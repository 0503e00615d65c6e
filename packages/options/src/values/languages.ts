/** Preferred languages. */
export interface Languages {
  /** The value of the header `Accept-Language`. */
  header: string
  /** Language tags, the preferred one first; without `*` and tags of quality 0. */
  tags: string[]
}

/** Reads a header `Accept-Language`: `de-CH,de;q=0.8` has the tags `de-CH` and `de`. */
export function readLanguages(header: string): Languages {
  const tags = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  return { header, tags }
}
