// The log of changed accounts, which triggers of the database write, and how gateways learn of it.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { subscribeAccountChanges } from '@render/jobs'
import { until } from '@render/testkit'
import { hashApiKey } from '@render/vault'
import { Client } from 'pg'
import { findAccountChanges } from '../src/accounts/account-changes.ts'
import { createChangeAnnouncer } from '../src/accounts/announce-changes.ts'
import { findAccount } from '../src/accounts/find-account.ts'
import { endpoints } from '../src/endpoints.ts'
import { useApi } from './api/use-api.ts'

const api = useApi()
const OTHER = `'org_other'`

/** Returns a cursor of now. */
const now = async () => (await findAccountChanges(api.context.database, undefined)).cursor
const changedSince = async (cursor: string) =>
  (await findAccountChanges(api.context.database, cursor)).organisations?.toSorted()

beforeAll(async () => {
  await api.backing.query(`insert into users (id, name, email) values ('usr_b', 'B', 'b@example.org')`)
  await api.backing.query(
    `insert into members (id, organisation_id, user_id, role) values ('mem_b', 'org_other', 'usr_b', 'member')`,
  )
  await api.backing.query(
    `insert into proxy_pools (id, organisation_id, name) values ('pool_b', 'org_other', 'B')`,
  )
  await api.backing.query(
    `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
     values ('key_b', 'org_other', 'proj_other', 'secret', repeat('b', 64), 'sk', 'bbbb')`,
  )
})

/** Resolves when no transaction runs in the server: a cursor begins before all that do, also in databases of other tests. */
const quiet = () =>
  until(async () => {
    const [found] = await api.backing.query<{ quiet: boolean }>(
      'select pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) as quiet from pg_current_snapshot() as snapshot',
    )
    return found!.quiet
  })

describe('the log of changed accounts', () => {
  beforeEach(quiet)

  test.each([
    [`update organisations set blocked = '{}' where id = ${OTHER}`],
    [`update organisations set active_until = now() where id = ${OTHER}`],
    [`update projects set enabled = false where organisation_id = ${OTHER}`],
    [`update project_keys set revoked_at = now() where id = 'key_b'`],
    [
      `insert into proxies (id, organisation_id, pool_id, name, sealed) values ('prox_b', ${OTHER}, 'pool_b', 'B', '')`,
    ],
    [`update proxies set sealed = 'x' where id = 'prox_b'`],
    [`update users set email_verified = true where id = 'usr_b'`],
    [`delete from members where id = 'mem_b'`],
    [`update project_keys set sealed = 'x' where id = 'key_b'`],
    [`delete from project_keys where id = 'key_b'`],
    [`delete from proxy_pools where id = 'pool_b'`],
  ])('has the organisation after %s', async (change) => {
    const cursor = await now()
    await api.backing.query(change)
    expect(await changedSince(cursor)).toEqual(['org_other'])
  })

  test('has all organisations after a change of a plan, and none when nothing changes', async () => {
    const cursor = await now()
    await api.backing.query(`update plans set trial = trial`)
    await api.backing.query(`update project_keys set last_used_at = now()`)
    expect(await changedSince(cursor)).toEqual([])
    await api.backing.query(`update plans set renders_per_minute = 100`)
    expect(await changedSince(cursor)).toBeUndefined()
  })

  test('misses no change of a transaction that ends after a later one', async () => {
    await using late = await connect()
    await late.query('begin')
    await late.query(`update organisations set blocked = null where id = ${OTHER}`)
    await api.backing.query(`update projects set enabled = true where id = 'proj_first'`)
    const cursor = await now()
    expect(await changedSince(cursor)).toEqual([api.backing.owner.organisationId])
    await late.query('commit')
    expect(await changedSince(cursor)).toContain('org_other')
  })

  test.each(['', 'nonsense', '1-1', `${'9'.repeat(18)}-${Date.now()}`])(
    'has all organisations since the cursor %j',
    async (cursor) => {
      expect(await changedSince(cursor)).toBeUndefined()
    },
  )
})

test('an account is read with one statement', async () => {
  const { secretKey } = api.backing.keys
  const { database, vault, sealForWorker } = api.context
  const find = () => findAccount(database, hashApiKey(secretKey), { vault, sealForWorker })
  // The first use of an hour is stored.
  await find()
  const query = jest.spyOn(Client.prototype, 'query')
  try {
    expect(await find()).toMatchObject({ organisationId: api.backing.owner.organisationId })
    expect(query).toHaveBeenCalledTimes(1)
  } finally {
    query.mockRestore()
  }
})

describe('gateways are notified', () => {
  let announced: (string | null)[]
  let subscription: Disposable

  beforeAll(async () => {
    subscription = subscribeAccountChanges(api.context.blockingRedis, (organisationId) =>
      announced.push(organisationId),
    )
    await until(async () => (await api.context.redis.pubsub('NUMSUB', 'account-changes'))[1])
  })

  beforeEach(() => void (announced = []))

  afterAll(() => subscription[Symbol.dispose]())

  test('of changes to accounts only', async () => {
    await api.ask('createProject', { body: { name: 'Another' } })
    await api.ask('inviteMember', { body: { email: 'guest@example.com', role: 'member' } })
    await api.ask('changeProject', { body: { name: 'Renamed' } })
    await until(() => announced.length > 0)
    expect(announced).toEqual([api.backing.owner.organisationId])
  })

  test('once of many changes, and again after the last one', async () => {
    using announcer = createChangeAnnouncer(api.context.redis)
    for (let at = 0; at < 50; at++) announcer.announce('org_1')
    announcer.announce(null)
    await until(() => announced.length === 3)
    expect(announced).toEqual(['org_1', null, 'org_1'])
  })

  test('by the endpoints that write what accounts have', () => {
    const announcing = endpoints.filter(({ changesAccount }) => changesAccount).map(({ id }) => id)
    expect(announcing.toSorted()).toEqual([
      'assignLlmCredential',
      'assignProxy',
      'assignStorageCredential',
      'changeLlmCredential',
      'changeProject',
      'changeProxies',
      'changeRenderDefaults',
      'changeRenderDefaultsOfCaller',
      'changeStorageCredential',
      'createProjectKeys',
      'deleteProject',
      'deleteProxies',
      'removeMember',
      'revokeProjectKey',
      'unassignLlmCredential',
      'unassignProxy',
      'unassignStorageCredential',
    ])
  })
})

async function connect() {
  const client = new Client({ connectionString: api.backing.postgres.url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
