import type { DeliveryState, Owner } from '@render/jobs'
import type { Database } from './database.ts'
import { isId } from './find-record.ts'
import type { Prisma } from './generated/client.ts'

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
  { organisationId, projectId }: Owner,
  { state, after, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const rows = await client.delivery.findMany({
    where: { organisationId, projectId, ...(state && { state }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(after && isId(after) && { cursor: { id: after }, skip: 1 }),
    take: limit,
    include: WITH_ATTEMPTS,
  })
  return rows.map(shown)
}

/** One delivery with what is sent; that of a render has its id. Undefined when the project has none with this id. */
export async function findDelivery(
  { client }: Client,
  { organisationId, projectId }: Owner,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  if (!isId(id)) return undefined
  const row = await client.delivery.findUnique({
    where: { id, organisationId, projectId },
    include: WITH_ATTEMPTS,
  })
  return row ? { ...shown(row), body: row.body } : undefined
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
