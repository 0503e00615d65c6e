/** The default language of browsers. */
export const HOME_LANGUAGE = 'en-US'

/** Returns the `Accept-Language` header that browsers send for language tags: `de-CH,fr;q=0.9,en;q=0.8`. */
export function languageHeader(tags: readonly string[]): string {
  return tags.map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(1, 10 - at) / 10}`)).join(',')
}
