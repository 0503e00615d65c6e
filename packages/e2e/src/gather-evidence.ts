import { createHash } from 'node:crypto'
import { query, ask, type FaultStack, type WebhookCatcher } from '@render/testkit'
import type { Evidence, RecordedRender } from './find-violations.ts'
import type { History } from './history.ts'

const AT_ONCE = 8

/** What there is to be seen of all renders: by the API where it tells, in the database where only that knows. */
export async function gatherEvidence(
  { info, databaseUrl }: Pick<FaultStack, 'info' | 'databaseUrl'>,
  { asked }: Pick<History, 'asked'>,
  { caught }: Pick<WebhookCatcher, 'caught'>,
): Promise<Evidence> {
  const { records, deliveries, usage } = await readDatabase(databaseUrl)
  const statuses = new Map<string, string>()
  const served = new Map<string, string>()
  const ids = new Set([...asked.flatMap(({ renderId }) => renderId ?? []), ...records.map((r) => r.renderId)])
  const left = ids.values()
  const look = async () => {
    // All of them take from the same.
    for (const id of left) {
      const { body } = await ask(`${info.baseUrl}/v1/render/${id}`)
      statuses.set(id, String(body.status))
      if (body.renderUrl) served.set(id, await digest(body.renderUrl))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  const events = caught.map(({ headers, body }) => ({
    eventId: String(headers['webhook-id']),
    renderId: (JSON.parse(body) as { renderId: string }).renderId,
  }))
  return { asked, statuses, records, served, events, deliveries, usage }
}

async function readDatabase(url: string): Promise<Pick<Evidence, 'records' | 'deliveries' | 'usage'>> {
  const records = await query<RecordedRender>(
    url,
    `select id as "renderId", options->>'custom_id' as tag, status, outcome->'artefact'->>'sha256' as sha256 from renders`,
  )
  const told = await query<{ id: string; state: string }>(url, 'select id, state from deliveries')
  const counted = 'select coalesce(sum(renders), 0)::int as usage from usage'
  const [row] = await query<{ usage: number }>(url, counted)
  const deliveries = new Map(told.map(({ id, state }) => [id, state]))
  return { records, deliveries, usage: row!.usage }
}

async function digest(url: string): Promise<string> {
  const { status, body } = await ask(url)
  return status === 200 ? createHash('sha256').update(body).digest('hex') : `status ${status}`
}
