/**
 * Says whether an address is one of those to block: by its host and those below it, where a pattern is a host, by the
 * whole address where the pattern has a path or a scheme, or by a word in it. `*` stands for anything.
 */
export function createAddressMatcher(patterns: readonly string[], words: readonly string[]) {
  const hosts: RegExp[] = []
  const addresses: RegExp[] = []
  for (const pattern of patterns) {
    if (pattern.includes('/')) addresses.push(globOf(pattern, pattern.includes('://') ? '^' : '^[a-z]+://'))
    else hosts.push(globOf(pattern.replace(/^\*\./, ''), '^(?:.*\\.)?'))
  }
  const lowerWords = words.map((word) => word.toLowerCase())
  return (address: string): boolean => {
    const lower = address.toLowerCase()
    const host = URL.parse(address)?.hostname ?? ''
    return (
      lowerWords.some((word) => lower.includes(word)) ||
      hosts.some((pattern) => pattern.test(host)) ||
      addresses.some((pattern) => pattern.test(lower))
    )
  }
}

function globOf(pattern: string, before: string): RegExp {
  const escaped = pattern
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
  return new RegExp(`${before}${escaped}$`)
}
