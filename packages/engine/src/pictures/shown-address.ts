/**
 * Formats an address for people, as a browser does: without user name and password, percent-decoded where that is safe.
 * Returns undefined for anything but http and https.
 */
export function shownAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.username = ''
  url.password = ''
  return decode(url.href)
}

/** Characters that are invisible or change text direction stay encoded. */
function decode(href: string): string {
  try {
    return decodeURI(href).replaceAll(/[\p{C}\p{Z}]/gu, encodeURIComponent)
  } catch {
    return href
  }
}
