/**
 * Says whether an address is one of those to block: by its host and those below it, where a pattern is a host, by the
 * whole address where the pattern has a path or a scheme, or by a word in it. `*` stands for anything. Nothing is tried
 * twice, so no pattern takes more time than its length and that of the address; of that the beginning counts.
 */
export function createAddressMatcher(patterns: readonly string[], words: readonly string[]) {
  const tests = patterns.map((pattern) => testOf(pattern.toLowerCase()))
  const lowerWords = words.map((word) => word.toLowerCase())
  return (address: string): boolean => {
    const lower = address.slice(0, LOOKED_AT).toLowerCase()
    const { hostname: host = '', protocol, port } = URL.parse(address) ?? {}
    const parts = { address: lower, host, port: port || PORTS[protocol ?? ''] }
    return lowerWords.some((word) => lower.includes(word)) || tests.some((isMeant) => isMeant(parts))
  }
}

/** Characters; browsers make addresses of two million. */
const LOOKED_AT = 4096

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

type Test = (parts: { address: string; host: string; port?: string }) => boolean

function testOf(pattern: string): Test {
  if (pattern.includes('://')) {
    const fits = createGlob(pattern)
    return ({ address }) => fits(address)
  }
  if (pattern.includes('/')) {
    const fits = createGlob(pattern)
    return ({ address }) => fits(address.replace(/^[a-z]+:\/\//, ''))
  }
  const [, name, port] = /^(?:\*\.)?(.*?)(?::(\d+))?$/.exec(pattern) as unknown as [string, string, string?]
  // As addresses spell it.
  const host = URL.parse(`http://${name}`)?.hostname ?? name
  const [fits, fitsBelow] = [createGlob(host), createGlob(`*.${host}`)]
  return (parts) => (port === undefined || port === parts.port) && (fits(parts.host) || fitsBelow(parts.host))
}

/** Each piece between two `*` is taken where it first comes: if the rest does not fit after that, it fits nowhere. */
function createGlob(pattern: string): (text: string) => boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return (text) => text === start
  const pieces = rest.filter((piece) => piece !== '')
  return (text) => {
    if (!text.startsWith(start)) return false
    let at = start.length
    for (const piece of pieces) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return text.length - end.length >= at && text.endsWith(end)
  }
}
