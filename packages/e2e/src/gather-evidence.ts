import { createHash } from 'node:crypto'
import { query, sendRequest, type FaultStack, type WebhookCatcher } from '@render/testkit'
import type { Evidence, RecordedRender } from './find-violations.ts'
import type { History } from './history.ts'

const CONCURRENCY = 8

/** Reads the state of all renders from the API, and the state that the API does not return from the database. */
export async function gatherEvidence(
  { info, databaseUrl }: Pick<FaultStack, 'info' | 'databaseUrl'>,
  { requested }: Pick<History, 'requested'>,
  { caught }: Pick<WebhookCatcher, 'caught'>,
): Promise<Evidence> {
  const { records, deliveries, usage } = await readDatabase(databaseUrl)
  const statuses = new Map<string, string>()
  const served = new Map<string, string>()
  const ids = new Set([
    ...requested.flatMap(({ renderId }) => renderId ?? []),
    ...records.map((r) => r.renderId),
  ])
  const remaining = ids.values()
  const readStatuses = async () => {
    // All concurrent calls share this iterator.
    for (const id of remaining) {
      const { body } = await sendRequest(`${info.baseUrl}/v1/render/${id}`)
      statuses.set(id, String(body.status))
      if (body.renderUrl) served.set(id, await digest(body.renderUrl))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, readStatuses))
  const events = caught.map(({ headers, body }) => ({
    eventId: String(headers['webhook-id']),
    renderId: (JSON.parse(body) as { renderId: string }).renderId,
  }))
  return { requested, statuses, records, served, events, deliveries, usage }
}

/** Returns whether every accepted render has a record and every delivery has ended. This is one query of the database. */
export async function areAllRecorded(
  { databaseUrl }: Pick<FaultStack, 'databaseUrl'>,
  { requested }: Pick<History, 'requested'>,
): Promise<boolean> {
  const accepted = requested.flatMap(({ renderId }) => renderId ?? [])
  const [row] = await query<{ recorded: number; pending: number }>(
    databaseUrl,
    `select (select count(*)::int from renders where id = any($1)) as recorded,
            (select count(*)::int from deliveries where state = 'pending') as pending`,
    [accepted],
  )
  return row!.recorded === accepted.length && row!.pending === 0
}

async function readDatabase(url: string): Promise<Pick<Evidence, 'records' | 'deliveries' | 'usage'>> {
  const records = await query<RecordedRender>(
    url,
    `select id as "renderId", options->>'custom_id' as tag, status, outcome->'artefact'->>'sha256' as sha256 from renders`,
  )
  const rows = await query<{ id: string; state: string }>(url, 'select id, state from deliveries')
  const counted = 'select coalesce(sum(renders), 0)::int as usage from usage'
  const [row] = await query<{ usage: number }>(url, counted)
  const deliveries = new Map(rows.map(({ id, state }) => [id, state]))
  return { records, deliveries, usage: row!.usage }
}

async function digest(url: string): Promise<string> {
  const { status, body } = await sendRequest(url)
  return status === 200 ? createHash('sha256').update(body).digest('hex') : `status ${status}`
}
