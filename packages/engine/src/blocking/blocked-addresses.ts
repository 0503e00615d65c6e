import { domainToUnicode } from 'node:url'
import { createGlob, createHostGlob } from '@render/net'

/**
 * Returns a function that decides whether an address is blocked. A pattern that is a host matches that host and its
 * subdomains; one with a path matches the whole address, and one with a scheme and no path all of that origin; a word
 * matches anywhere in the address. `*` matches any text. There is no backtracking, so matching takes time linear in the
 * lengths of the pattern and of the address, of which only the first 4096 characters count. Patterns and words may be
 * written as in an address or as they are read, such as `bücher.example/größe`.
 */
export function createAddressMatcher(patterns: readonly string[], words: readonly string[]) {
  const tests = patterns.map((pattern) => testOf(pattern.toLowerCase()))
  const lowerWords = words.map((word) => word.toLowerCase())
  return (address: string): boolean => {
    const lower = address.slice(0, MATCHED_CHARACTERS).toLowerCase()
    const { hostname: host = '', protocol, port } = URL.parse(address) ?? {}
    const spellings = [lower, decoded(lower, host)]
    const parts = { spellings, host, port: port || PORTS[protocol ?? ''] }
    return (
      lowerWords.some((word) => spellings.some((address) => address.includes(word))) ||
      tests.some((matches) => matches(parts))
    )
  }
}

/** Limit for the characters of an address that are matched; browsers allow addresses of two million. */
const MATCHED_CHARACTERS = 4096

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

type Test = (parts: { spellings: readonly string[]; host: string; port?: string }) => boolean

/** Returns an address with its host in Unicode, and with the escapes decoded that are UTF-8. */
function decoded(address: string, host: string): string {
  if (!address.includes('%') && !host.includes('xn--')) return address
  return address
    .replace(host, domainToUnicode(host))
    .replaceAll(/(?:%[\da-f]{2})+/g, decodeEscapes)
    .toLowerCase()
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

function testOf(pattern: string): Test {
  if (pattern.includes('://')) {
    const hasPath = /:\/\/.*\//.test(pattern)
    const fits = createGlob(hasPath ? pattern : `${pattern}/*`)
    return ({ spellings }) => spellings.some(fits)
  }
  if (pattern.includes('/')) {
    const fits = createGlob(pattern)
    return ({ spellings }) => spellings.some((address) => fits(address.replace(/^[a-z]+:\/\//, '')))
  }
  const [, name, port] = /^(?:\*\.)?(.*?)(?::(\d+))?$/.exec(pattern) as unknown as [string, string, string?]
  // Normalised as in addresses, such as to punycode.
  const host = URL.parse(`http://${name}`)?.hostname ?? name
  const fits = createHostGlob(host)
  return (parts) => (port === undefined || port === parts.port) && fits(parts.host)
}
