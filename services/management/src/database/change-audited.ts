import type { ActorKind, Prisma } from '../generated/client.ts'
import type { DatabaseClient } from './database.ts'
import { newId } from './new-id.ts'

/** An audit entry without the changed resource. */
interface Entry {
  /** Null for a change that concerns all organisations. */
  organisationId: string | null
  action: string
  /** Null for a change on the command line. */
  requestId: string | null
}

interface ActorEntry<T> extends Entry {
  actor: { kind: ActorKind; id: string | null }
  /** Returns the id of the changed resource. */
  subjectOf: (result: T) => string | null
  /** Returns the organisation that changed where it is not the actor's. */
  organisationOf?: (result: T) => string | undefined
}

/**
 * Makes a change and writes its audit entry, both in one transaction. Writes no entry for a change that throws, or that
 * returns undefined because there is nothing to change.
 */
export function changeAudited<T>(
  { client }: DatabaseClient,
  { actor, subjectOf, organisationOf, ...entry }: ActorEntry<T>,
  change: (client: Prisma.TransactionClient) => Promise<T | undefined>,
): Promise<T | undefined> {
  return client.$transaction(async (tx) => {
    const result = await change(tx)
    if (result === undefined) return undefined
    const by = { actorKind: actor.kind, actorId: actor.id }
    const id = newId('auditEntry')
    const organisationId = organisationOf?.(result) ?? entry.organisationId
    const subjectId = subjectOf(result)
    await tx.auditEntry.create({ data: { id, ...entry, ...by, organisationId, subjectId } })
    return result
  })
}

/** Makes a change as an operator, with its audit entry. Returns undefined when there is nothing to change. */
export function changeAsOperator<T>(
  database: DatabaseClient,
  { subjectId, ...entry }: Entry & { subjectId: string | null },
  change: (client: Prisma.TransactionClient) => Promise<T | undefined>,
): Promise<T | undefined> {
  const actor = { kind: 'operator', id: null } as const
  return changeAudited(database, { ...entry, actor, subjectOf: () => subjectId }, change)
}
