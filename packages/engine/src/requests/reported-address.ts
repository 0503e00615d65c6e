/** Addresses that contain the file itself say nothing after their start. */
const MAX_DATA = 100
const MAX_LENGTH = 8192

/** Returns an address as reports name it: without user and password, and not longer than is useful. */
export function reportedAddress(address: string): string {
  if (/^data:/i.test(address)) return address.slice(0, MAX_DATA)
  const url = URL.parse(address)
  if (!url || (url.username === '' && url.password === '')) return address.slice(0, MAX_LENGTH)
  url.username = url.password = ''
  return url.href.slice(0, MAX_LENGTH)
}
