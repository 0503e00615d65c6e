import type { Database } from './database.ts'
import { isId } from './find-record.ts'
import type { Prisma, Render, RenderStatus } from './generated/client.ts'
import { isAfter, LATEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

export interface RenderFilter {
  projectId?: string
  status?: RenderStatus
  format?: string
  tag?: string
  /** When it was accepted: from the first on, and before the second. */
  from?: Date
  until?: Date
}

/** The records of an organisation's renders, the latest first; those after the one with the id `after`. */
export async function listRenders(
  { client }: Client,
  organisationId: string,
  { filter, after, limit }: { filter: RenderFilter; after?: string; limit: number },
): Promise<Render[]> {
  const last = after === undefined ? undefined : await findRender({ client }, { organisationId, id: after })
  if (after !== undefined && !last) return []
  return client.render.findMany({
    where: { organisationId, AND: [...conditionsOf(filter), ...(last ? [isAfter(last)] : [])] },
    orderBy: [...LATEST_FIRST],
    take: limit,
  })
}

/** Undefined when the organisation has no such record. */
export async function findRender(
  { client }: Client,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<Render | undefined> {
  if (!isId(id)) return undefined
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
