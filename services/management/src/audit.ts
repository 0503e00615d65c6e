import { randomUUIDv7 } from 'node:crypto'
import type { Database } from './database.ts'
import type { ActorKind, AuditEntry, Prisma } from './generated/client.ts'
import { isAfter, LATEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

/** What is written down of a change besides what was changed. */
interface Audited<T> {
  /** Null for what concerns all. */
  organisationId: string | null
  actor: { kind: ActorKind; id: string | null }
  action: string
  requestId: string | null
  /** The id of what was changed. */
  subjectOf: (changed: T) => string | null
}

/**
 * Makes a change and writes down who made it, in one transaction: both are there or neither. Nothing is written down of a
 * change that throws, or gives undefined because there is nothing to change.
 */
export function changeAudited<T>(
  { client }: Client,
  { actor, subjectOf, ...audited }: Audited<T>,
  change: (client: Prisma.TransactionClient) => Promise<T | undefined>,
): Promise<T | undefined> {
  return client.$transaction(async (tx) => {
    const changed = await change(tx)
    if (changed === undefined) return undefined
    const who = { actorKind: actor.kind, actorId: actor.id }
    const id = `aud_${randomUUIDv7()}`
    await tx.auditEntry.create({ data: { id, ...audited, ...who, subjectId: subjectOf(changed) } })
    return changed
  })
}

export interface AuditFilter {
  action?: string
  /** From the first on, and before the second. */
  from?: Date
  until?: Date
}

/** Who changed what in an organisation, the latest first; those after the one with the id `after`. */
export async function listAudit(
  { client }: Client,
  organisationId: string,
  { filter, after, limit }: { filter: AuditFilter; after?: string; limit: number },
): Promise<AuditEntry[]> {
  const last =
    after === undefined
      ? undefined
      : await client.auditEntry.findUnique({ where: { id: after, organisationId } })
  if (last === null) return []
  const { action, from, until } = filter
  return client.auditEntry.findMany({
    where: { organisationId, action, createdAt: { gte: from, lt: until }, ...(last && isAfter(last)) },
    orderBy: [...LATEST_FIRST],
    take: limit,
  })
}
