import { Type, type Static } from 'typebox'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { cursor, next, orNull, time } from '../api/schemas.ts'
import type { DatabaseClient } from '../database/database.ts'
import { LATEST_FIRST, pageOf, whereAfter } from '../database/list-order.ts'
import type { AuditEntry } from '../generated/client.ts'

const auditEntry = Type.Object({
  id: Type.String({ description: 'Begins with `aud_`.' }),
  actor: Type.Object({
    kind: Type.Enum(['user', 'management_key', 'operator']),
    id: orNull(Type.String({ description: 'Id of the user or the management key; null for an operator.' })),
  }),
  action: Type.String({ description: 'Operation id of the request, such as `createProject`.' }),
  subjectId: orNull(Type.String({ description: 'Id of the changed resource.' })),
  requestId: orNull(Type.String()),
  createdAt: time('When the change was made.'),
})

export const auditEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listAudit',
    method: 'get',
    path: '/organisation/:org/audit',
    summary: 'List changes and who made them, latest first.',
    permission: 'audit:read',
    query: Type.Object({
      action: Type.Optional(Type.String({ description: 'Such as `createProject`.' })),
      from: Type.Optional(time('Earliest time, inclusive.')),
      until: Type.Optional(time('Latest time, exclusive.')),
      ...cursor,
    }),
    response: Type.Object({ entries: Type.Array(auditEntry), next }),
    async run({ database }, { organisationId }, { query: { action, from, until, after, limit } }) {
      const filter = {
        ...(action !== undefined && { action }),
        ...(from !== undefined && { from: new Date(from) }),
        ...(until !== undefined && { until: new Date(until) }),
      }
      const rows = await listAudit(database, organisationId, { filter, after, limit: limit + 1 })
      const { page, next } = pageOf(rows, limit)
      return { entries: page.map(serializeEntry), next }
    },
  }),
]

interface AuditFilter {
  action?: string
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  until?: Date
}

/** Lists the audit entries of an organisation, latest first, beginning after the one with the id `after`. */
async function listAudit(
  { client }: DatabaseClient,
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
    where: { organisationId, action, createdAt: { gte: from, lt: until }, ...(last && whereAfter(last)) },
    orderBy: [...LATEST_FIRST],
    take: limit,
  })
}

function serializeEntry(row: AuditEntry): Static<typeof auditEntry> {
  const { organisationId: _, actorKind, actorId, createdAt, ...others } = row
  return { ...others, actor: { kind: actorKind, id: actorId }, createdAt: createdAt.toISOString() }
}
