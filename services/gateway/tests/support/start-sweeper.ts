import { connectBlocking, createWorker } from '@render/jobs'
import type { World } from './start-world.ts'

/** Deletes files like a worker. */
export function startSweeper({ redis: { url }, store }: Pick<World, 'redis' | 'store'>): AsyncDisposable {
  const parts = new AsyncDisposableStack()
  const redis = parts.adopt(connectBlocking(url), (connection) => connection.disconnect())
  const sweep = async ({ data }: { data: object }) => {
    const { keys } = data as { keys: string[] }
    for (const key of keys) await store.remove(key)
    return { deleted: keys.length }
  }
  parts.use(createWorker('sweeps', redis, sweep, { concurrency: 1 }))
  return parts
}
