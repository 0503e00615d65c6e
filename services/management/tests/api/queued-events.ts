import type { WebhookJob } from '@render/jobs'
import type { Api } from './use-api.ts'

/** Returns the waiting jobs of the dispatcher with their ids, oldest first. */
export async function queuedEvents({ context: { redis } }: Api): Promise<(WebhookJob & { jobId: string })[]> {
  const ids = await redis.lrange('bull:webhooks:wait', 0, -1)
  return Promise.all(
    ids.toReversed().map(async (jobId) => {
      const data = await redis.hget(`bull:webhooks:${jobId}`, 'data')
      return { ...(JSON.parse(data!) as WebhookJob), jobId }
    }),
  )
}
