import {
  connectPatiently,
  createRenderFinder,
  createWorker,
  finishedOf,
  type Finished,
  type UsedRenders,
} from '@render/jobs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './start-world.ts'

/**
 * Commits records as management does, from now until it is disposed; resolves when the queue has forgotten `ids`. `count` says
 * what the organisation of a render has used with it.
 */
export async function commitRecords(
  { redis: { url }, management }: Pick<World, 'redis' | 'management'>,
  ids: string[],
  count: (organisationId: string, finished: Finished) => UsedRenders | undefined = () => undefined,
): Promise<AsyncDisposable> {
  const resources = new AsyncDisposableStack()
  const redis = resources.adopt(connectPatiently(url), (connection) => connection.disconnect())
  const finder = resources.use(createRenderFinder(redis))
  resources.use(
    createWorker(
      'records',
      redis,
      async (job) => {
        const finished = await finishedOf(job)
        management.addRecord(
          {
            renderId: job.id!,
            projectId: job.data.projectId,
            organisationId: job.data.organisationId,
            createdAt: new Date(job.data.createdAt).toISOString(),
            endedAt: new Date().toISOString(),
            status: finished.status,
            attempts: (finished.status === 'failed' ? finished.attempts : finished.outcome.attempts) ?? null,
            error: finished.status === 'failed' ? finished.error : null,
            outcome: finished.status === 'succeeded' ? finished.outcome : null,
            options: job.data.options,
          },
          job.data.batch?.id,
        )
        await finder.forget(job.id!, job.data, count(job.data.organisationId, finished))
        return finished
      },
      { concurrency: 1 },
    ),
  )
  const end = performance.now() + 30_000
  for (const id of ids) {
    while ((await finder.find(id)) || (await finder.requestOf(id))) {
      if (performance.now() > end) throw new Error(`The queue still knows ${id}.`)
      await sleep(20)
    }
  }
  return resources
}
