import type { DeliveryReport, Processor } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import type { DatabaseClient } from '../database/database.ts'
import { writeWithRetries } from '../database/write-with-retries.ts'

type Context = Pick<ManagementContext, 'database' | 'logger' | 'metrics'>

/** Consumes `deliveries`: writes the dispatcher's reports of webhook deliveries to the delivery log. */
export function createRecordDelivery(context: Context): Processor<'deliveries'> {
  return (job, token, signal) => {
    const { eventId, requestId, projectId } = job.data
    const ids = { eventId, requestId, projectId }
    const write = { job, token, signal, ids, what: 'report', lost: context.metrics.reportsLost } as const
    return writeWithRetries(context, write, async () => ({
      isNew: await writeDelivery(context.database, job.data),
    }))
  }
}

/**
 * Writes the state of an event and its latest attempt in one statement. Reports may arrive twice and in any order: the one
 * with the higher replay and attempt number decides the state, and `delivered` is final within a replay. A pending event ends
 * with any attempt of its replay, because one that the queue lost and got back begins again with the first.
 * Returns whether anything was new.
 */
export async function writeDelivery({ client }: DatabaseClient, report: DeliveryReport): Promise<boolean> {
  const { eventId, organisationId, projectId, event, attempt, nextAttemptAt } = report
  const nextAttempt = nextAttemptAt === undefined ? null : new Date(nextAttemptAt)
  const written = await client.$executeRaw`
    with updated as (
      insert into deliveries
        (id, organisation_id, project_id, request_id, state, event, body, sealed_url, origin, replays, attempts_made,
         next_attempt_at)
      values
        (${eventId}::uuid, ${organisationId}, ${projectId}, ${report.requestId}, ${report.state}::delivery_state,
         ${event?.type ?? null}, ${event?.body ?? null}, ${report.sealedUrl}, ${report.origin ?? null},
         ${report.replay}, ${report.attempts}, ${nextAttempt}::timestamptz)
      on conflict (id) do update set
        state = excluded.state,
        event = coalesce(excluded.event, deliveries.event),
        body = coalesce(excluded.body, deliveries.body),
        origin = coalesce(excluded.origin, deliveries.origin),
        replays = excluded.replays,
        attempts_made = excluded.attempts_made,
        next_attempt_at = excluded.next_attempt_at
      where deliveries.project_id = excluded.project_id
        and ((deliveries.replays, deliveries.attempts_made) <= (excluded.replays, excluded.attempts_made)
          or (deliveries.replays = excluded.replays and deliveries.state = 'pending' and excluded.state <> 'pending'))
        and not (deliveries.state = 'delivered' and deliveries.replays = excluded.replays)
      returning id
    ), attempted as (
      insert into delivery_attempts (id, delivery_id, started_at, duration_ms, status, failure, answer)
      select ${attempt?.id ?? null}::uuid, ${eventId}::uuid, ${new Date(attempt?.startedAt ?? 0)}::timestamptz,
        ${attempt?.durationMs ?? 0}::int, ${attempt?.status ?? null}::int, ${attempt?.failure ?? null}::text,
        ${attempt?.answer?.replaceAll('\0', '\u{fffd}') ?? null}::text
      where ${attempt !== undefined}::boolean
      on conflict (id) do nothing
      returning id
    )
    select id from updated union all select id from attempted`
  return written > 0
}
