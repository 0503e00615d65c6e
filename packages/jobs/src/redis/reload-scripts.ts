import type { Redis } from 'ioredis'

/**
 * Runs a transaction of scripts; once more, with all scripts loaded, when Redis does not know one of them, for instance
 * after `SCRIPT FLUSH`. ioredis notices this only outside of transactions. The transaction must be repeatable.
 */
export async function withLoadedScripts<T>(redis: Redis, transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!String(error).includes('NOSCRIPT')) throw error
    await loadScripts(redis)
    return await transaction()
  }
}

/** Loads the scripts that are defined on a connection. Redis evicts none that was loaded by this command. */
async function loadScripts(redis: Redis): Promise<void> {
  const scripts: { lua: string }[] = Object.values(redis.scriptsSet)
  await Promise.all(scripts.map(({ lua }) => redis.script('LOAD', lua)))
}
