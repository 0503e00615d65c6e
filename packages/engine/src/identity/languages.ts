/** What browsers start with. */
export const HOME_LANGUAGE = 'en-US'

/** Language tags of a header `Accept-Language`, the preferred first: `de-CH,de;q=0.8` is `de-CH` and `de`. */
export function languagesOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The header that browsers make of language tags: `de-CH,fr;q=0.9,en;q=0.8`. */
export function languageHeader(tags: readonly string[]): string {
  return tags.map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(1, 10 - at) / 10}`)).join(',')
}
