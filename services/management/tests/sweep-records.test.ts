import { expect, jest, test } from '@jest/globals'
import { until } from '@render/testkit'
import { sweepRecords, type Retention } from '../src/periodic-tasks/sweep-records.ts'
import { recordOne } from './api/record-one.ts'
import { useApi } from './api/use-api.ts'

const api = useApi()
const RETENTION: Retention = { records: 60, reports: 365, auditEntries: 365, unconfirmedUsers: 7 }

const DAY_MS = 24 * 3_600_000

interface Log {
  table?: string
  deleted?: number
}

/** Sweeps once, until nothing old is left. */
async function sweep(retention: Partial<Retention> = {}): Promise<Log[]> {
  const lines: Log[] = []
  const logger = {
    info: (line: object) => void lines.push(line),
    warn: (line: object) => void lines.push(line),
  }
  using _sweeping = sweepRecords({ ...api.context, logger }, { ...RETENTION, ...retention })
  await until(() => lines.some(({ table }) => table === 'users'))
  return lines
}

/** Inserts into each table one row of this age and one slightly younger, with different ids. */
async function putRows(days: number): Promise<void> {
  const { organisationId, projectId } = api.backing.owner
  for (const [age, name] of [
    [days + 0.01, '1'],
    [days - 0.01, '2'],
  ]) {
    const uuid = `0000000${name}-0000-7000-8000-000000000000`
    const at = `now() - interval '${age} days'`
    await api.backing.query(`
      insert into batches (id, organisation_id, project_id, created_at, size, pending)
        values ('${uuid}', '${organisationId}', '${projectId}', ${at}, 1, 0);
      insert into deliveries (id, organisation_id, project_id, request_id, state, sealed_url, replays, attempts_made, created_at)
        values ('${uuid}', '${organisationId}', '${projectId}', 'r', 'delivered', 'x', 0, 1, ${at});
      insert into delivery_attempts (id, delivery_id, started_at, duration_ms)
        values ('${uuid}', '${uuid}', ${at}, 1);
      insert into render_reports (id, organisation_id, render_id, category, comment, rects, created_at)
        values ('rpt_${name}', '${organisationId}', '${uuid}', 'other', 'x', '[]', ${at});
      insert into audit_entries (id, organisation_id, actor_kind, action, created_at)
        values ('aud_${name}', '${organisationId}', 'operator', 'x', ${at});
      insert into users (id, name, email, created_at) values ('usr_${name}', 'x', '${name}@example.com', ${at});
      insert into organisations (id, name) values ('org_${name}', 'x');
      insert into members (id, organisation_id, user_id, role)
        values ('mem_${name}', 'org_${name}', 'usr_${name}', 'owner');`)
  }
}

const idsOf = async (table: string): Promise<string[]> =>
  (await api.backing.query<{ id: string }>(`select id::text from ${table} order by id`)).map(({ id }) => id)

test('deletes rows older than their retention, and keeps younger rows and the usage', async () => {
  const old = await recordOne(api, { daysAgo: 60.01 })
  const young = await recordOne(api, { daysAgo: 59.99 })
  const used = await api.backing.query('select * from usage order by period_start')
  expect(used.length).toBeGreaterThan(0)
  await putRows(60)
  expect(await sweep()).toContainEqual({ table: 'renders', deleted: 1 })
  expect(await idsOf('renders')).toEqual([young])
  expect(await idsOf('renders')).not.toContain(old)
  for (const table of ['batches', 'deliveries', 'delivery_attempts'])
    expect([table, await idsOf(table)]).toEqual([table, ['00000002-0000-7000-8000-000000000000']])
  for (const table of ['render_reports', 'audit_entries']) expect(await idsOf(table)).toHaveLength(2)
  expect(await api.backing.query('select * from usage order by period_start')).toEqual(used)
})

test('deletes reports and audit entries after retentions of their own', async () => {
  await api.backing.query(
    `insert into users (id, name, email, created_at) values ('usr_old', 'x', 'old', '2020-01-01')`,
  )
  await sweep({ reports: 60, auditEntries: 60 })
  expect([await idsOf('render_reports'), await idsOf('audit_entries')]).toEqual([['rpt_2'], ['aud_2']])
})

test('deletes unconfirmed users with the organisations that have no other member', async () => {
  const add = (name: string, isConfirmed: boolean) =>
    api.backing.query(
      `insert into users (id, name, email, email_verified, created_at)
       values ($1, 'x', $1, $2, now() - interval '8 days')`,
      [`usr_${name}`, isConfirmed],
    )
  await add('late', false)
  await add('confirmed', true)
  await api.backing.query(`
    insert into organisations (id, name) values ('org_late', 'x'), ('org_shared', 'x'), ('org_empty', 'x');
    insert into projects (id, organisation_id, name) values ('proj_late', 'org_late', 'x');
    insert into members (id, organisation_id, user_id, role) values
      ('mem_a', 'org_late', 'usr_late', 'owner'), ('mem_b', 'org_shared', 'usr_late', 'member'),
      ('mem_c', 'org_shared', 'usr_confirmed', 'owner');`)
  await sweep()
  expect(await idsOf('users')).toEqual(expect.arrayContaining(['usr_confirmed', 'usr_first']))
  expect(await idsOf('users')).not.toContain('usr_late')
  const organisations = await idsOf('organisations')
  expect(organisations).toEqual(expect.arrayContaining(['org_shared', 'org_empty', 'org_first']))
  expect(organisations).not.toContain('org_late')
  expect(await idsOf('projects')).not.toContain('proj_late')
})

test('deletes any number of rows', async () => {
  await api.backing.query(`
    insert into audit_entries (id, actor_kind, action, created_at)
      select 'aud_many_' || n, 'operator', 'x', '2020-01-01' from generate_series(1, 2500) n;
    insert into users (id, name, email, created_at) values ('usr_older', 'x', 'older', '2020-01-01');`)
  expect(await sweep()).toContainEqual({ table: 'audit_entries', deleted: 2500 })
})

test('deletes the log of changed accounts after an hour', async () => {
  await api.backing.query(`
    delete from account_changes;
    insert into account_changes (id, transaction, created_at)
      values (1, 1, now() - interval '61 minutes'), (2, 1, now() - interval '59 minutes');
    insert into users (id, name, email, created_at) values ('usr_oldest', 'x', 'oldest', '2020-01-01');`)
  await sweep()
  expect(await idsOf('account_changes where organisation_id is null')).toEqual(['2'])
})

test('deletes no more by a clock that is ahead', async () => {
  const young = await recordOne(api, { daysAgo: 1 })
  await api.backing.query(
    `insert into users (id, name, email, created_at) values ('usr_old', 'x', 'old@example.com', now() - interval '8 days')`,
  )
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 400 * DAY_MS)
  try {
    expect(await sweep()).toEqual([{ table: 'users', deleted: 1 }])
    expect(await idsOf('renders')).toContain(young)
  } finally {
    clock.mockRestore()
  }
})
