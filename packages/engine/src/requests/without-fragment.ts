/** Returns an address without its fragment, which no server sees. */
export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '')
}
