import type { DeliveryState, Owner } from '@render/jobs'
import type { Database } from './database.ts'
import { isId } from './find-record.ts'
import type { Prisma } from './generated/client.ts'
import { isAfter, LATEST_FIRST } from './list-order.ts'

/** What the owner of an event sees of its delivery. */
export interface Delivery {
  /** The event's: of the render, of the batch, or of a test. */
  id: string
  event: string | null
  state: DeliveryState
  /** Scheme, host and port of the receiver: the rest of its address may be secret. */
  origin: string | null
  createdAt: string
  /** How often it was told anew. */
  replays: number
  nextAttemptAt: string | null
  /** The latest first. */
  attempts: Attempt[]
}

export interface DeliveryWithBody extends Delivery {
  /** What is sent; null where nobody knows any more. */
  body: string | null
}

interface Attempt {
  startedAt: string
  durationMs: number
  /** Of the answer; null where there was none, then `failure` says why. */
  status: number | null
  failure: string | null
  /** How the answer begins. */
  answer: string | null
}

export interface DeliveryFilter {
  state?: DeliveryState
  /** Those after this one in the list. */
  after?: string
  limit: number
}

type Client = Pick<Database, 'client'>

const MOST_ATTEMPTS = 50
const WITH_ATTEMPTS = { attempts: { orderBy: { startedAt: 'desc' }, take: MOST_ATTEMPTS } } as const

/** The deliveries of a project, the latest first. */
export async function findDeliveries(
  { client }: Client,
  owner: Owner,
  { state, after, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const last = after === undefined ? undefined : await findRow({ client }, owner, after)
  if (after !== undefined && !last) return []
  const { organisationId, projectId } = owner
  const rows = await client.delivery.findMany({
    where: { organisationId, projectId, ...(state && { state }), ...(last && isAfter(last)) },
    orderBy: [...LATEST_FIRST],
    take: limit,
    include: WITH_ATTEMPTS,
  })
  return rows.map(shown)
}

/** One delivery with what is sent; that of a render has its id. Undefined when the project has none with this id. */
export async function findDelivery(
  client: Client,
  owner: Owner,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  const row = await findRow(client, owner, id)
  return row && { ...shown(row), body: row.body }
}

async function findRow(
  { client }: Client,
  { organisationId, projectId }: Owner,
  id: string,
): Promise<Row | undefined> {
  if (!isId(id)) return undefined
  const where = { id, organisationId, projectId }
  return (await client.delivery.findUnique({ where, include: WITH_ATTEMPTS })) ?? undefined
}

type Row = Prisma.DeliveryGetPayload<{ include: typeof WITH_ATTEMPTS }>

function shown({ id, event, state, origin, createdAt, replays, nextAttemptAt, attempts }: Row): Delivery {
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
