/** Returns headers by lower-case name, because names of headers are case-insensitive. */
export function inLowerCase(
  headers: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))
}
