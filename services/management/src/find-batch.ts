import type { BatchRecord } from '@render/directory'
import type { Database } from './database.ts'
import { isId, recordOf } from './find-record.ts'

/** The renders of a batch that are recorded; undefined when none is, also for what is no id at all. */
export async function findBatch(
  { client }: Pick<Database, 'client'>,
  batchId: string,
): Promise<BatchRecord | undefined> {
  if (!isId(batchId)) return undefined
  const batch = await client.batch.findUnique({ where: { id: batchId } })
  if (!batch) return undefined
  const renders = await client.render.findMany({ where: { batchId }, orderBy: { batchIndex: 'asc' } })
  return {
    batchId,
    projectId: batch.projectId,
    createdAt: batch.createdAt.toISOString(),
    renders: renders.map(recordOf),
  }
}
