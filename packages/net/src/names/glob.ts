/**
 * Returns a function that decides whether a whole text matches a pattern, in which `*` matches any text. There is no
 * backtracking: each piece between two `*` is taken at its first occurrence, because if the rest does not match after that,
 * it never does.
 */
export function createGlob(pattern: string): (text: string) => boolean {
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

/** Returns a function that decides whether a host matches a pattern, or is below one that does. */
export function createHostGlob(pattern: string): (host: string) => boolean {
  const [fits, fitsBelow] = [createGlob(pattern), createGlob(`*.${pattern}`)]
  return (host) => fits(host) || fitsBelow(host)
}
