import type { DeliveryReport } from '@render/jobs'
import type { Database } from './database.ts'

/**
 * Writes where an event stands, and the attempt that brought it there, in one statement. Reports may come twice and in any
 * order: of two the one of the later replay and attempt tells the state, and what was delivered stays so within a replay.
 * Returns whether anything was new.
 */
export async function writeDelivery(
  { client }: Pick<Database, 'client'>,
  report: DeliveryReport,
): Promise<boolean> {
  const { eventId, organisationId, projectId, event, attempt, nextAttemptAt } = report
  const nextAttempt = nextAttemptAt === undefined ? null : new Date(nextAttemptAt)
  const written = await client.$executeRaw`
    with stood as (
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
        and (deliveries.replays, deliveries.attempts_made) <= (excluded.replays, excluded.attempts_made)
        and not (deliveries.state = 'delivered' and deliveries.replays = excluded.replays)
      returning id
    ), tried as (
      insert into delivery_attempts (id, delivery_id, started_at, duration_ms, status, failure, answer)
      select ${attempt?.id ?? null}::uuid, ${eventId}::uuid, ${new Date(attempt?.startedAt ?? 0)}::timestamptz,
        ${attempt?.durationMs ?? 0}::int, ${attempt?.status ?? null}::int, ${attempt?.failure ?? null}::text,
        ${attempt?.answer?.replaceAll('\0', '\u{fffd}') ?? null}::text
      where ${attempt !== undefined}::boolean
      on conflict (id) do nothing
      returning id
    )
    select id from stood union all select id from tried`
  return written > 0
}
