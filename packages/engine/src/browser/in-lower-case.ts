/** Headers by their names in lower case, as they count whichever way they are written. */
export function inLowerCase(
  headers: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))
}
