// Records of finished renders, as the internal API returns them.
import type { PlainError } from '@render/errors'
import type { BatchRecord, RenderRecord } from '@render/management-client'
import type { RenderOutcome } from '@render/outputs'
import type { DatabaseClient } from '../database/database.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Render } from '../generated/client.ts'

/** Returns undefined when there is no record, also for a malformed id. */
export async function findRecord(
  { client }: DatabaseClient,
  renderId: string,
): Promise<RenderRecord | undefined> {
  if (!isUuid(renderId)) return undefined
  const row = await client.render.findUnique({ where: { id: renderId } })
  return row ? recordOf(row) : undefined
}

/** Returns the recorded renders of a batch; undefined when none is recorded, also for a malformed id. */
export async function findBatch(
  { client }: DatabaseClient,
  batchId: string,
): Promise<BatchRecord | undefined> {
  if (!isUuid(batchId)) return undefined
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

/** Marks the files of a render as deleted. Returns its record, or undefined when there is none. */
export async function markDeleted(
  { client }: DatabaseClient,
  renderId: string,
): Promise<RenderRecord | undefined> {
  if (!(await findRecord({ client }, renderId))) return undefined
  await client.$executeRaw`
    update renders set outcome = outcome || '{"deleted": true}'::jsonb
    where id = ${renderId}::uuid and outcome is not null`
  return findRecord({ client }, renderId)
}

function recordOf(row: Render): RenderRecord {
  return {
    renderId: row.id,
    projectId: row.projectId,
    organisationId: row.organisationId,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    status: row.status,
    attempts: row.attempts,
    error: row.error as PlainError | null,
    outcome: row.outcome as unknown as RenderOutcome | null,
    options: row.options as RenderRecord['options'],
  }
}
