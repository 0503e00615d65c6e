import { loadFilters } from '@render/filters'

/** Hosts of coin miners, for the proxy to forbid: the engine permits them where they are wanted. */
export async function hostsOfMiners(): Promise<readonly string[]> {
  return (await loadFilters('miners')).hosts()
}
