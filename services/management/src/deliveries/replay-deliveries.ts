import { RenderError } from '@render/errors'
import {
  asServiceUnavailable,
  type Owner,
  type WebhookEventJob,
  type WebhookEvent,
  type WebhookQueue,
} from '@render/jobs'
import type { DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { findDelivery, type DeliveryWithBody } from './deliveries.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Delivery } from '../generated/client.ts'

interface Context {
  database: DatabaseClient
  webhooks: Pick<WebhookQueue, 'add'>
}

/** Maximum number of replays per call, so that the request ends in time. */
const BATCH_SIZE = 500

/**
 * Delivers an event again under its id, with a full set of attempts. A pending one continues as it was, and is queued again
 * if the queue has lost it. Returns undefined when the project has no such delivery.
 * @throws {RenderError} `InvalidOptions` when the body of the event is not known.
 */
export async function replayDelivery(
  context: Context,
  owner: Owner,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  if (!isUuid(id)) return undefined
  const row = await context.database.client.delivery.findUnique({ where: { id, ...tenant(owner) } })
  if (!row) return undefined
  if (row.body === null)
    throw new RenderError('InvalidOptions', {
      message: 'This delivery cannot be replayed: the body of its event was never recorded.',
    })
  await replay(context, owner, [row])
  return findDelivery(context.database, owner, id)
}

/**
 * Delivers given-up events again that were recorded since a given time. Those with the fewest replays come first, so that events
 * that fail again at once do not keep back others; of these, the oldest. `hasMore` says whether some remain.
 */
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
    orderBy: [{ replays: 'asc' }, ...OLDEST_FIRST],
    take: BATCH_SIZE + 1,
  })
  const due = rows.slice(0, BATCH_SIZE)
  await replay(context, owner, due)
  return { replayed: due.length, hasMore: rows.length > due.length }
}

/** Queues the events before it updates their rows: every `pending` row has its job, and a repeated call adds no second one. */
async function replay({ database, webhooks }: Context, owner: Owner, rows: Delivery[]): Promise<void> {
  await asServiceUnavailable(webhooks.add(...rows.map(replayOf)))
  const ended = rows.filter(({ state }) => state !== 'pending')
  await database.client.$executeRaw`
    update deliveries set state = 'pending', replays = deliveries.replays + 1, attempts_made = 0, next_attempt_at = null
    from unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ replays }) => replays)}::int[]) as due (id, replays)
    where deliveries.id = due.id and deliveries.replays = due.replays
      and organisation_id = ${owner.organisationId} and project_id = ${owner.projectId}`
}

function replayOf({ id, body, state, replays, createdAt, ...row }: Delivery): WebhookEventJob {
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
