import { RenderError } from '@render/errors'
import { orQueueAway, type Owner, type ToldEvent, type WebhookEvent, type WebhookQueue } from '@render/jobs'
import type { Database } from './database.ts'
import { findDelivery, type DeliveryWithBody } from './deliveries.ts'
import { isId } from './find-record.ts'
import type { Delivery } from './generated/client.ts'

interface Context {
  database: Pick<Database, 'client'>
  webhooks: Pick<WebhookQueue, 'tell'>
}

/** One call replays no more, so that it is answered in time. */
const MOST_AT_ONCE = 500

/**
 * Has an event told anew under its id, with all its attempts. One that is still tried goes on as it was, and is put back
 * should the queue have lost it. Undefined when the project has no such delivery.
 * @throws {RenderError} `InvalidOptions` when nobody knows any more what was to be told.
 */
export async function replayDelivery(
  context: Context,
  owner: Owner,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  if (!isId(id)) return undefined
  const row = await context.database.client.delivery.findUnique({ where: { id, ...tenant(owner) } })
  if (!row) return undefined
  if (row.body === null)
    throw new RenderError('InvalidOptions', { message: 'Nobody knows any more what was to be told.' })
  await replay(context, owner, [row])
  return findDelivery(context.database, owner, id)
}

/** Has the events told anew that were given up and came since a time, the eldest first; `hasMore` when there are others. */
export async function replayFailed(
  context: Context,
  owner: Owner,
  since: Date,
): Promise<{ replayed: number; hasMore: boolean }> {
  const rows = await context.database.client.delivery.findMany({
    where: {
      ...tenant(owner),
      state: { in: ['exhausted', 'gone', 'lost'] },
      createdAt: { gte: since },
      body: { not: null },
    },
    orderBy: { createdAt: 'asc' },
    take: MOST_AT_ONCE + 1,
  })
  const due = rows.slice(0, MOST_AT_ONCE)
  await replay(context, owner, due)
  return { replayed: due.length, hasMore: rows.length > due.length }
}

/** Queued first: a row that says `pending` has its job, and doing it all again adds no second one. */
async function replay({ database, webhooks }: Context, owner: Owner, rows: Delivery[]): Promise<void> {
  await orQueueAway(webhooks.tell(...rows.map(toldAnew)))
  const ended = rows.filter(({ state }) => state !== 'pending')
  await database.client.$executeRaw`
    update deliveries set state = 'pending', replays = deliveries.replays + 1, attempts_made = 0, next_attempt_at = null
    from unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ replays }) => replays)}::int[]) as due (id, replays)
    where deliveries.id = due.id and deliveries.replays = due.replays
      and organisation_id = ${owner.organisationId} and project_id = ${owner.projectId}`
}

function toldAnew({ id, body, state, replays, createdAt, ...row }: Delivery): ToldEvent {
  const { organisationId, projectId, requestId, sealedUrl } = row
  const replay = state === 'pending' ? replays : replays + 1
  return {
    organisationId,
    projectId,
    requestId,
    sealedUrl,
    createdAt: createdAt.getTime(),
    event: { id, body: JSON.parse(body!) as WebhookEvent['body'] },
    ...(replay > 0 && { replay }),
  }
}

function tenant({ organisationId, projectId }: Owner): Owner {
  return { organisationId, projectId }
}
