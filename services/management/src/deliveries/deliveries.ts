import type { DeliveryState, Owner } from '@render/jobs'
import type { DatabaseClient } from '../database/database.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Prisma } from '../generated/client.ts'
import { LATEST_FIRST, whereAfter } from '../database/list-order.ts'

/** A webhook delivery as its owner sees it. */
export interface Delivery {
  /** Id of the event: that of the render or batch, or its own for a test event. */
  id: string
  event: string | null
  state: DeliveryState
  /** Scheme, host and port of the receiver. The rest of its address may be secret. */
  origin: string | null
  createdAt: string
  /** Number of replays. */
  replays: number
  nextAttemptAt: string | null
  /** Latest first. */
  attempts: Attempt[]
}

export interface DeliveryWithBody extends Delivery {
  /** Body of the webhook; null when no report contained it. */
  body: string | null
}

interface Attempt {
  startedAt: string
  durationMs: number
  /** HTTP status of the answer; null when there was none, then `failure` is set. */
  status: number | null
  failure: string | null
  /** The beginning of the answer. */
  answer: string | null
}

export interface DeliveryFilter {
  state?: DeliveryState
  /** Id of the delivery after which the list begins. */
  after?: string
  limit: number
}

const MAX_ATTEMPTS = 50
const WITH_ATTEMPTS = { attempts: { orderBy: { startedAt: 'desc' }, take: MAX_ATTEMPTS } } as const

/** Lists the deliveries of a project, latest first. */
export async function listDeliveries(
  { client }: DatabaseClient,
  owner: Owner,
  { state, after, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const last = after === undefined ? undefined : await findRow({ client }, owner, after)
  if (after !== undefined && !last) return []
  const { organisationId, projectId } = owner
  const rows = await client.delivery.findMany({
    where: { organisationId, projectId, ...(state && { state }), ...(last && whereAfter(last)) },
    orderBy: [...LATEST_FIRST],
    take: limit,
    include: WITH_ATTEMPTS,
  })
  return rows.map(serialize)
}

/** Returns a delivery with its body; undefined when the project has none with this id. */
export async function findDelivery(
  client: DatabaseClient,
  owner: Owner,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  const row = await findRow(client, owner, id)
  return row && { ...serialize(row), body: row.body }
}

async function findRow(
  { client }: DatabaseClient,
  { organisationId, projectId }: Owner,
  id: string,
): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined
  const where = { id, organisationId, projectId }
  return (await client.delivery.findUnique({ where, include: WITH_ATTEMPTS })) ?? undefined
}

type Row = Prisma.DeliveryGetPayload<{ include: typeof WITH_ATTEMPTS }>

function serialize({ id, event, state, origin, createdAt, replays, nextAttemptAt, attempts }: Row): Delivery {
  return {
    id,
    event,
    state,
    origin,
    createdAt: createdAt.toISOString(),
    replays,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: attempts.map(({ startedAt, durationMs, status, failure, answer }) => ({
      startedAt: startedAt.toISOString(),
      durationMs,
      status,
      failure,
      answer,
    })),
  }
}
