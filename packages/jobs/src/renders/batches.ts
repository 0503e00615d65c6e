import type { Redis } from 'ioredis'

/** Renders that were made by one request. */
export interface Batch {
  id: string
  projectId: string
  /** In the order of the request. */
  renderIds: string[]
  /** Epoch milliseconds. */
  createdAt: number
}

/** The batches whose renders have not all been recorded yet. */
export interface Batches {
  /** Stores a batch; call it before its renders are queued. */
  save(batch: Batch): Promise<void>
  find(id: string): Promise<Batch | undefined>
  remove(id: string): Promise<void>
}

/** Removes only batches whose renders were never recorded; `remove` deletes all others. */
const KEEP_SECONDS = 30 * 24 * 3600

export function createBatches(redis: Redis): Batches {
  return {
    async save(batch) {
      await redis.set(keyOf(batch.id), JSON.stringify(batch), 'EX', KEEP_SECONDS)
    },
    async find(id) {
      const text = await redis.get(keyOf(id))
      return text === null ? undefined : (JSON.parse(text) as Batch)
    },
    async remove(id) {
      await redis.del(keyOf(id))
    },
  }
}

function keyOf(id: string): string {
  return `render-batch:${id}`
}
