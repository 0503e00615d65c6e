import { beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { until } from '@render/testkit'
import { recordOne } from '../../api/record-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listRenders', {}, (ask) => {
  let all: string[]
  let foreign: string
  beforeAll(async () => {
    const error = new RenderError('NavigationError').toPlain()
    all = [
      await recordOne(api),
      await recordOne(api, { daysAgo: 1, options: { format: 'jpg', tag: ['shop', 'daily'] } }),
      await recordOne(api, {
        daysAgo: 2,
        finished: { status: 'failed', error, attempts: 2, endedAt: Date.now() },
      }),
    ]
    foreign = await recordOne(api, { owner: api.other })
  })

  const list = async (query: Record<string, string> = {}) => {
    const { renders, next } = (await ask({ query })).body
    return { renders: renders.map(({ renderId }: { renderId: string }) => renderId), next }
  }

  describe('200', () => {
    test('returns renders in pages, latest first', async () => {
      expect(await list()).toEqual({ renders: all, next: null })
      const first = await list({ limit: '2' })
      expect(first).toEqual({ renders: all.slice(0, 2), next: all[1] })
      expect(await list({ limit: '2', after: first.next })).toEqual({ renders: all.slice(2), next: null })
      expect(await list({ limit: '3' })).toEqual({ renders: all, next: null })
      for (const after of [foreign, 'x']) expect((await list({ after })).renders).toEqual([])
    })

    test('filters by status, format, tag, time and project', async () => {
      const between = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
      expect((await list({ status: 'failed' })).renders).toEqual([all[2]])
      expect((await list({ format: 'jpg' })).renders).toEqual([all[1]])
      expect((await list({ tag: 'daily' })).renders).toEqual([all[1]])
      expect((await list({ tag: 'dail' })).renders).toEqual([])
      expect((await list({ from: between(1.5) })).renders).toEqual(all.slice(0, 2))
      expect((await list({ until: between(1.5) })).renders).toEqual([all[2]])
      expect((await list({ project: 'proj_first' })).renders).toEqual(all)
      expect((await list({ project: 'proj_other' })).renders).toEqual([])
    })
  })

  /** Inserts many renders of the other organisation, the last of which differs from the others. */
  async function insertMany(last: object = {}): Promise<void> {
    const usual = { project: 'proj_other', status: 'succeeded', format: 'png', tag: 'daily' }
    await api.backing.query(
      `insert into renders (id, organisation_id, project_id, request_id, status, created_at, ended_at, options)
       select gen_random_uuid(), 'org_other', row ->> 'project', 'r', (row ->> 'status')::render_status, at, at,
         jsonb_build_object('format', row -> 'format', 'tag', jsonb_build_array(row -> 'tag'))
       from generate_series(1, 5000) each,
         lateral (select now() - each * interval '1 minute' as at) times,
         lateral (select case when each = 5000 then $1::jsonb else $2::jsonb end as row) rows`,
      [JSON.stringify({ ...usual, ...last }), JSON.stringify(usual)],
    )
    await api.backing.query('analyze renders')
  }

  const listOther = (query: Record<string, string>) =>
    ask({ key: api.other.key, params: { org: 'org_other' }, query })

  // Fails without the indexes of the filters: Postgres reads all renders of the organisation.
  test.each([
    ['format', 'webp', 'renders_organisation_id_format_created_at_idx'],
    ['tag', 'rare', 'renders_tag_idx'],
    ['project', 'proj_quiet', 'renders_organisation_id_project_id_created_at_idx'],
    ['status', 'failed', 'renders_organisation_id_status_created_at_idx'],
  ])('filters by %s with an index', async (filter, value, index) => {
    await insertMany({ [filter]: value })
    const isUsed = async () => {
      const { body } = await listOther({ [filter]: value })
      expect(body.renders).toHaveLength(1)
      const scans = 'select idx_scan > 0 as used from pg_stat_user_indexes where indexrelname = $1'
      const [row] = await api.backing.query<{ used: boolean }>(scans, [index])
      return row?.used
    }
    expect(await until(isUsed)).toBe(true)
  })

  // Fails when Postgres reads all renders before the page.
  test('reads the last page without those before it', async () => {
    await insertMany()
    const [last] = await api.backing.query<{ id: string }>(
      `select id from renders where organisation_id = 'org_other' order by created_at, id offset 10 limit 1`,
    )
    /** Rows that were read, and requests, of which each finds one row by its id. */
    const count = async () => {
      const [counts] = await api.backing.query<{ rows: number; requests: number }>(
        `select (sum(idx_tup_read) + (select seq_tup_read from pg_stat_user_tables where relname = 'renders'))::int as rows,
           (sum(idx_scan) filter (where indexrelname = 'renders_pkey'))::int as requests
         from pg_stat_user_indexes where relname = 'renders'`,
      )
      return counts!
    }
    // Postgres counts what a connection reads only after a while.
    await api.backing.query('select pg_stat_force_next_flush()')
    const before = await count()
    const { rows, requests } = await until(async () => {
      expect((await listOther({ after: last!.id })).body.renders).toHaveLength(10)
      const now = await count()
      return now.requests >= before.requests + 5 ? now : undefined
    })
    expect((rows - before.rows) / (requests - before.requests)).toBeLessThan(500)
  })

  describe('400', () => {
    test.each<Record<string, string>>([
      { limit: '0' },
      { limit: '101' },
      { limit: '1.5' },
      { status: 'lost' },
      { from: 'yesterday' },
      { until: '10000-01-01T00:00:00Z' },
      { colour: 'red' },
    ])('refuses %j', async (query) => {
      expect((await ask({ query })).status).toBe(400)
    })
  })
})
