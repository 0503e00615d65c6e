export const MAX_ADDRESS_LENGTH = 8192

/** Returns an absolute http(s) address without user and password; undefined for anything else. */
export function webAddress(text: string, base: string): string | undefined {
  const address = absolute(text, base)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

/** Returns an address of any kind as absolute; the text itself when it is none. */
export function anyAddress(text: string, base: string): string {
  return absolute(text, base)?.href ?? text
}

/** Returns an address without user and password; other texts unchanged. */
export function withoutCredentials(text: string): string {
  return absolute(text, 'about:blank')?.href ?? text
}

function absolute(text: string, base: string): URL | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_ADDRESS_LENGTH) return undefined
  const address = URL.parse(trimmed, base) ?? undefined
  if (address && /^https?:$/.test(address.protocol)) address.username = address.password = ''
  return address
}
