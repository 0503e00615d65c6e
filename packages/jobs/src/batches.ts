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
  /** Call it before the renders are queued. */
  keep(batch: Batch): Promise<void>
  find(id: string): Promise<Batch | undefined>
  forget(id: string): Promise<void>
}

/** Only catches what was never recorded. */
const KEEP_SECONDS = 30 * 24 * 3600

export function createBatches(redis: Redis): Batches {
  return {
    async keep(batch) {
      await redis.set(placeOf(batch.id), JSON.stringify(batch), 'EX', KEEP_SECONDS)
    },
    async find(id) {
      const text = await redis.get(placeOf(id))
      return text === null ? undefined : (JSON.parse(text) as Batch)
    },
    async forget(id) {
      await redis.del(placeOf(id))
    },
  }
}

function placeOf(id: string): string {
  return `render-batch:${id}`
}
