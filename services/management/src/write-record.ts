import type { Finished, RecordJob, RenderOutcome, UsedRenders } from '@render/jobs'
import type { Database } from './database.ts'
import { findRecord } from './find-record.ts'
import { findUsage } from './find-usage.ts'
import { usagePeriod } from './usage-period.ts'

export interface NewRecord extends RecordJob {
  id: string
  finished: Finished
}

/**
 * Writes a render's row, its artefact with it, counts it as used if it succeeded and was no mock, and counts its batch
 * down; all in one statement, hence in one transaction, after a question for the organisation's period. A render that is
 * written already changes nothing.
 * Returns how the render ended by the record, which is the truth from then on, whether this call wrote it, and of a counted
 * one whose plan has a limit what its organisation has used with it.
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
  // When it is gone, nobody's usage is left to count.
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
    if (!record) return undefined
    const { error, attempts, outcome, endedAt } = record
    return error
      ? { status: 'failed', error, ...(attempts !== null && { attempts }), endedAt: Date.parse(endedAt) }
      : { status: 'succeeded', outcome: outcome as RenderOutcome }
  }
}

/** JSON that Postgres takes: it knows no NUL and no half of a surrogate pair. */
function jsonText(value: unknown): string | null {
  if (value === null) return null
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\u{fffd}') : item,
  )
}
