/**
 * An address for people to read, as a browser shows it: without what signs in, and decoded where that is harmless.
 * Undefined for what is no address of the web.
 */
export function shownAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.username = ''
  url.password = ''
  return decode(url.href)
}

/** Characters that cannot be seen, or that turn the direction of others, stay encoded. */
function decode(href: string): string {
  try {
    return decodeURI(href).replaceAll(/[\p{C}\p{Z}]/gu, encodeURIComponent)
  } catch {
    return href
  }
}
