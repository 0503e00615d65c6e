// Reads the settings and the memory of a Redis server from `INFO`.
import type { Redis } from 'ioredis'

/** Settings without which Redis could lose acknowledged renders, as `INFO` reports them. */
const DURABLE = [
  { setting: 'maxmemory-policy', field: 'maxmemory_policy', wanted: 'noeviction' },
  { setting: 'appendonly', field: 'aof_enabled', wanted: '1' },
]
const IN_CONFIGURATION: Record<string, string> = { 0: 'no', 1: 'yes' }

/**
 * Reads `INFO`, because managed servers hide `CONFIG`.
 * @throws {Error} unless Redis keeps an append-only file and never evicts, so that it cannot lose acknowledged renders, and
 *   has a limit of memory, before which renders are refused.
 */
export async function requireDurableRedis(redis: Redis): Promise<void> {
  const info = await redis.info()
  for (const { setting, field, wanted } of DURABLE) {
    const found = infoField(info, field) ?? 'unknown'
    if (found === wanted) continue
    const [is, should] = [found, wanted].map((value) => `${setting}=${IN_CONFIGURATION[value] ?? value}`)
    throw new Error(
      `Redis has ${is}, but renders are only safe with ${should}: change it, or set DEVELOPMENT_REDIS=1.`,
    )
  }
  const maxmemory = infoField(info, 'maxmemory') ?? 'unknown'
  if (!(Number(maxmemory) > 0))
    throw new Error(
      `Redis has maxmemory=${maxmemory}, but renders are refused in time only with a memory limit: set maxmemory, or DEVELOPMENT_REDIS=1.`,
    )
}

/** Returns the share of its allowed memory that Redis uses; 0 when it has no limit. */
export async function usedMemoryShare(redis: Redis): Promise<number> {
  const info = await redis.info('memory')
  const bytes = (field: string) => Number(infoField(info, field) ?? 0)
  const limit = bytes('maxmemory')
  return limit > 0 ? bytes('used_memory') / limit : 0
}

function infoField(info: string, field: string): string | undefined {
  return new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1]
}
