import type { RenderRecord } from '@render/directory'
import type { PlainError } from '@render/errors'
import type { Database } from './database.ts'
import type { Render } from './generated/client.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The record of a finished render; undefined when there is none, also for what is no render's id at all. */
export async function findRecord(
  { client }: Pick<Database, 'client'>,
  renderId: string,
): Promise<RenderRecord | undefined> {
  if (!isId(renderId)) return undefined
  const row = await client.render.findUnique({ where: { id: renderId } })
  return row ? recordOf(row) : undefined
}

/** What callers are told of a row. */
export function recordOf(row: Render): RenderRecord {
  return {
    renderId: row.id,
    projectId: row.projectId,
    organisationId: row.organisationId,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    status: row.status,
    attempts: row.attempts,
    error: row.error as PlainError | null,
    outcome: row.outcome,
    options: row.options as RenderRecord['options'],
  }
}

/** Whether a text is in the form that the database has ids of renders and batches in. */
export function isId(text: string): boolean {
  return ID.test(text)
}
