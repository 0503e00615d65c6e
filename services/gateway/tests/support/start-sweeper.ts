import { connectPatiently, createWorker } from '@render/jobs'
import type { World } from './start-world.ts'

/** Deletes files as a worker does. */
export function startSweeper({ redis: { url }, store }: Pick<World, 'redis' | 'store'>): AsyncDisposable {
  const parts = new AsyncDisposableStack()
  const redis = parts.adopt(connectPatiently(url), (connection) => connection.disconnect())
  const sweep = async ({ data }: { data: object }) => {
    const { keys } = data as { keys: string[] }
    for (const key of keys) await store.remove(key)
    return { deleted: keys.length }
  }
  parts.use(createWorker('sweeps', redis, sweep, { concurrency: 1 }))
  return parts
}
