import { optionsOf, type RecordJob, type UsedRenders } from '@render/jobs'
import { finishedOfRecord } from '@render/management-client'
import type { Finished } from '@render/outputs'
import { findUsage, usagePeriod } from '../accounts/usage.ts'
import type { Database } from '../database/database.ts'
import { findRecord } from './records.ts'

export interface NewRecord extends RecordJob {
  id: string
  finished: Finished
}

export interface Recorded {
  /** The result that the record holds, which is authoritative from then on. */
  finished: Finished
  /** Whether this call wrote the record. */
  isNew: boolean
  /** Optional; set for a counted render of a plan with a limit: the usage of the organisation including it. */
  used?: UsedRenders
}

/**
 * Writes the record, its usage and the batch in one statement, and so in one transaction. A deleted organisation has no usage
 * to count.
 */
const WRITE = `
  with written as (
    insert into renders
      (id, organisation_id, project_id, request_id, status, created_at, ended_at, attempts, error, outcome, options,
       batch_id, batch_index)
    values ($1::uuid, $2, $3, $4, $5::render_status, $6, $7, $8, $9::jsonb, $10::jsonb, $11::jsonb, $12::uuid, $13)
    on conflict (id) do nothing
    returning id
  ), owner as (
    select organisations.id, plans.renders_per_period is not null as is_limited
    from organisations left join plans on plans.id = organisations.plan_id
    where organisations.id = $2 and $14::timestamptz is not null
  ), counted as (
    insert into usage (organisation_id, project_id, period_start, renders)
    select owner.id, $3, $14::timestamptz, 1 from written, owner
    on conflict (project_id, period_start) do update set renders = usage.renders + 1
  ), counted_down as (
    insert into batches (id, organisation_id, project_id, created_at, size, pending)
    select $12::uuid, $2, $3, $15::timestamptz, $16::int, $16::int - 1 from written where $12::uuid is not null
    on conflict (id) do update set pending = batches.pending - 1
  )
  select exists (select from written) as "isNew", coalesce((select is_limited from owner), false) as "isLimited"`

/** Bounds the times of creation that are remembered. */
const MAX_ORGANISATIONS = 10_000

/**
 * Creates a function that writes the record of a render, counts it as usage if it succeeded and was no mock, and decrements
 * the pending renders of its batch. A render that is already recorded changes nothing.
 */
export function createWriteRecord(
  database: Pick<Database, 'client' | 'query'>,
): (record: NewRecord) => Promise<Recorded> {
  /** Times of creation of organisations, which never change. */
  const created = new Map<string, Date>()

  async function findCreation(id: string): Promise<Date | undefined> {
    const known = created.get(id)
    if (known) return known
    const found = await database.client.organisation.findUnique({
      where: { id },
      select: { createdAt: true },
    })
    if (created.size >= MAX_ORGANISATIONS) created.clear()
    if (found) created.set(id, found.createdAt)
    return found?.createdAt
  }

  return async ({ id, finished, batch, ...job }) => {
    const { organisationId, projectId } = job
    const createdAt = new Date(job.createdAt)
    const { status } = finished
    const outcome = status === 'succeeded' ? finished.outcome : null
    const error = status === 'failed' ? finished.error : null
    const attempts = (status === 'failed' ? finished.attempts : finished.outcome.attempts) ?? null
    const endedAt = new Date(status === 'succeeded' ? finished.outcome.endedAt : finished.endedAt)
    const isUsed = status === 'succeeded' && !finished.outcome.mock
    const creation = isUsed ? await findCreation(organisationId) : undefined

    const values = [
      id,
      organisationId,
      projectId,
      job.requestId,
      status,
      createdAt,
      endedAt,
      attempts,
      jsonText(error),
      jsonText(outcome),
      jsonText(optionsOf(job)),
      batch?.id,
      batch?.index,
      creation && usagePeriod(creation, createdAt).start,
      batch && new Date(batch.createdAt),
      batch?.size,
    ]
    const rows = await database.query<{ isNew: boolean; isLimited: boolean }>({
      name: 'write-record',
      text: WRITE,
      values,
    })
    const { isNew, isLimited } = rows[0]!
    // Read once this usage is committed, so that of records written at the same time the last one sees all.
    const used = isLimited
      ? await findUsed({ id: organisationId, createdAt: creation! }, createdAt)
      : undefined
    return {
      finished: isNew ? finished : ((await readFinished(id)) ?? finished),
      isNew,
      ...(used && { used }),
    }
  }

  async function findUsed(organisation: { id: string; createdAt: Date }, at: Date): Promise<UsedRenders> {
    const { renders, end } = await findUsage(database, organisation, at)
    return { renders, until: end.toISOString() }
  }

  async function readFinished(id: string): Promise<Finished | undefined> {
    const record = await findRecord(database, id)
    return record && finishedOfRecord(record)
  }
}

/** Serialises JSON for Postgres, which stores neither NUL nor lone surrogates. */
function jsonText(value: unknown): string | null {
  if (value === null) return null
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\u{fffd}') : item,
  )
}
