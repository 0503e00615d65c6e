/** Returns an address without its fragment, which no server sees. */
export function withoutFragment(address: string): string {
  const start = address.indexOf('#')
  return start < 0 ? address : address.slice(0, start)
}
