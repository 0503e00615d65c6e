/** Addresses that carry code or content, or mean something in their tab only. */
const REFUSED = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:', 'about:'])

const ABSOLUTE = /^(?:https?:\/\/|mailto:|tel:)[^\s]*$/i

export interface Addresses {
  /** Returns an absolute address, or undefined for one that a document must not have. */
  of(address: string): string | undefined
}

/** Makes addresses absolute; without a base, relative ones stay as they are. */
export function createAddresses(base?: string): Addresses {
  const baseUrl = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  const isPlace = baseUrl !== undefined && !baseUrl.pathname.startsWith('blank')
  return {
    of(address) {
      const text = address.trim()
      if (text.startsWith('#') || (ABSOLUTE.test(text) && URL.canParse(text))) return text
      const url = parse(text, isPlace ? baseUrl.href : undefined)
      if (url) return REFUSED.has(url.protocol) ? undefined : url.href
      // The browser ignores control characters, so that they could hide a protocol.
      const bare = text.replaceAll(/[\s\p{Cc}]/gu, '')
      return isPlace || /^[a-z][a-z0-9+.-]*:/i.test(bare) ? undefined : text
    },
  }
}

function parse(address: string, base: string | undefined): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}
