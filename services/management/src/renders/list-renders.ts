import type { DatabaseClient } from '../database/database.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Prisma, Render, RenderStatus } from '../generated/client.ts'
import { LATEST_FIRST, whereAfter } from '../database/list-order.ts'

export interface RenderFilter {
  projectId?: string
  status?: RenderStatus
  format?: string
  tag?: string
  /** Time of acceptance: `from` is inclusive, `until` exclusive. */
  from?: Date
  until?: Date
}

/** Lists the recorded renders of an organisation, latest first, beginning after the one with the id `after`. */
export async function listRenders(
  { client }: DatabaseClient,
  organisationId: string,
  { filter, after, limit }: { filter: RenderFilter; after?: string; limit: number },
): Promise<Render[]> {
  const last = after === undefined ? undefined : await findRender({ client }, { organisationId, id: after })
  if (after !== undefined && !last) return []
  return client.render.findMany({
    where: { organisationId, AND: [...conditionsOf(filter), ...(last ? [whereAfter(last)] : [])] },
    orderBy: [...LATEST_FIRST],
    take: limit,
  })
}

/** Returns undefined when the organisation has no such record. */
export async function findRender(
  { client }: DatabaseClient,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<Render | undefined> {
  if (!isUuid(id)) return undefined
  return (await client.render.findUnique({ where: { id, organisationId } })) ?? undefined
}

function conditionsOf({
  projectId,
  status,
  format,
  tag,
  from,
  until,
}: RenderFilter): Prisma.RenderWhereInput[] {
  return [
    { projectId, status, createdAt: { gte: from, lt: until } },
    ...(format === undefined ? [] : [{ options: { path: ['format'], equals: format } }]),
    ...(tag === undefined ? [] : [{ options: { path: ['tag'], array_contains: [tag] } }]),
  ]
}
