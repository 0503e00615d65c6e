import { loadFilters } from '@render/filters'

/** Returns the hosts of coin miners, which the proxy blocks; the engine permits them for renders with `allow_coin`. */
export async function minerHosts(): Promise<readonly string[]> {
  return (await loadFilters('miners')).hosts()
}
