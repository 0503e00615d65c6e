import {
  connectBlocking,
  createRenderFinder,
  createWorker,
  finishedOf,
  optionsOf,
  type UsedRenders,
} from '@render/jobs'
import type { Finished } from '@render/outputs'
import { until } from '@render/testkit'
import type { World } from './start-world.ts'

/**
 * Commits records as management does, until it is disposed; resolves when the queue has forgotten `ids`. `count` returns what
 * the organisation of a render has used including it.
 */
export async function commitRecords(
  { redis: { url }, management }: Pick<World, 'redis' | 'management'>,
  ids: string[],
  count: (organisationId: string, finished: Finished) => UsedRenders | undefined = () => undefined,
): Promise<AsyncDisposable> {
  const resources = new AsyncDisposableStack()
  const redis = resources.adopt(connectBlocking(url), (connection) => connection.disconnect())
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
            options: optionsOf(job.data),
          },
          job.data.batch?.id,
        )
        await finder.forget(job.id!, job.data, count(job.data.organisationId, finished))
        return finished
      },
      { concurrency: 1 },
    ),
  )
  for (const id of ids) await until(async () => !(await finder.recordJobOf(id)))
  return resources
}
