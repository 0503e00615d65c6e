import type { RecordJob, UsedRenders } from '@render/jobs'
import { finishedOfRecord } from '@render/management-client'
import type { Finished } from '@render/outputs'
import type { Database } from '../database/database.ts'
import { findUsage, usagePeriod } from '../accounts/usage.ts'
import { findRecord } from './records.ts'

export interface NewRecord extends RecordJob {
  id: string
  finished: Finished
}

/**
 * Writes the record of a render, counts it as usage if it succeeded and was no mock, and decrements the pending renders of
 * its batch, all in one statement and so in one transaction. A render that is already recorded changes nothing.
 * Returns the result that the record holds, which is authoritative from then on; `isNew` when this call wrote it; and, for a
 * counted render of a plan with a limit, `used`: the usage of the organisation including it.
 */
export async function writeRecord(
  { client }: Pick<Database, 'client'>,
  { id, finished, batch, ...job }: NewRecord,
): Promise<{ finished: Finished; isNew: boolean; used?: UsedRenders }> {
  const { organisationId, projectId } = job
  const createdAt = new Date(job.createdAt)
  const { status } = finished
  const outcome = status === 'succeeded' ? finished.outcome : null
  const error = status === 'failed' ? finished.error : null
  const attempts = (status === 'failed' ? finished.attempts : finished.outcome.attempts) ?? null
  const endedAt = new Date(status === 'succeeded' ? finished.outcome.endedAt : finished.endedAt)
  const isUsed = status === 'succeeded' && !finished.outcome.mock
  const organisation = isUsed ? await findOrganisation() : null
  // A deleted organisation has no usage to count.
  const periodStart = organisation && usagePeriod(organisation.createdAt, createdAt).start
  const batchCreatedAt = batch ? new Date(batch.createdAt) : null

  const written = await client.$executeRaw`
    with written as (
      insert into renders
        (id, organisation_id, project_id, request_id, status, created_at, ended_at, attempts, error, outcome, options,
         batch_id, batch_index)
      values
        (${id}::uuid, ${organisationId}, ${projectId}, ${job.requestId}, ${status}::render_status, ${createdAt},
         ${endedAt}, ${attempts}::int, ${jsonText(error)}::jsonb, ${jsonText(outcome)}::jsonb,
         ${jsonText(job.options)}::jsonb, ${batch?.id ?? null}::uuid, ${batch?.index ?? null}::int)
      on conflict (id) do nothing
      returning id
    ), counted as (
      insert into usage (organisation_id, project_id, period_start, renders)
      select ${organisationId}, ${projectId}, ${periodStart}::timestamptz, 1
      from written where ${periodStart}::timestamptz is not null
      on conflict (project_id, period_start) do update set renders = usage.renders + 1
    ), counted_down as (
      insert into batches (id, organisation_id, project_id, created_at, size, pending)
      select ${batch?.id ?? null}::uuid, ${organisationId}, ${projectId}, ${batchCreatedAt}::timestamptz,
        ${batch?.size ?? null}::int, ${batch ? batch.size - 1 : null}::int
      from written where ${batch?.id ?? null}::uuid is not null
      on conflict (id) do update set pending = batches.pending - 1
    )
    select from written`
  const isNew = written > 0
  const used = await findUsed()
  return { finished: isNew ? finished : ((await readFinished()) ?? finished), isNew, ...(used && { used }) }

  function findOrganisation() {
    const select = { id: true, createdAt: true, plan: { select: { rendersPerPeriod: true } } }
    return client.organisation.findUnique({ where: { id: organisationId }, select })
  }

  async function findUsed(): Promise<UsedRenders | undefined> {
    if (!organisation || (organisation.plan?.rendersPerPeriod ?? null) === null) return undefined
    const { renders, end } = await findUsage({ client }, organisation, createdAt)
    return { renders, until: end.toISOString() }
  }

  async function readFinished(): Promise<Finished | undefined> {
    const record = await findRecord({ client }, id)
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
