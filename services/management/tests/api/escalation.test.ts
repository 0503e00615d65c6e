import { beforeAll, expect, test } from '@jest/globals'
import { isNightly } from '@render/testkit'
import { ALL, permissions } from '../../src/api/permissions.ts'
import { endpoints } from '../../src/endpoints.ts'
import { NOBODY } from './nobody.ts'
import { useApi, type ApiRequest } from './use-api.ts'

const api = useApi()
const names = Object.keys(permissions)

/** Ids of the rows that hold rights. */
let members: string[]
let keys: string[]

beforeAll(async () => {
  await api.backing.query('update plans set max_members = 100')
  await api.backing.query(
    `insert into users (id, name, email, email_verified) select 'usr_' || role, role, role || '@example.com', true
     from unnest(array['admin', 'member']) as role`,
  )
  await api.backing.query(
    `insert into members (id, organisation_id, user_id, role)
     select 'mem_' || role, 'org_first', 'usr_' || role, role::member_role from unnest(array['admin', 'member']) as role`,
  )
  await api.keyOf('org_first', [ALL])
  members = await ids('members')
  keys = await ids('management_keys')
})

async function ids(table: string): Promise<string[]> {
  const rows = await api.backing.query<{ id: string }>(
    `select id from ${table} where organisation_id = 'org_first'`,
  )
  return rows.map(({ id }) => id)
}

/** Returns all that holds rights: members, invitations and management keys. */
async function rights() {
  const [roles, invitations, granted] = await Promise.all([
    api.backing.query('select id, role from members order by id'),
    api.backing.query(`select value from verifications where identifier like 'invitation:%' order by id`),
    api.backing.query<{ id: string; permissions: string[] }>(
      'select id, permissions from management_keys where revoked_at is null order by id',
    ),
  ])
  return { roles, invitations, granted }
}

/** The first requests to an endpoint name each greatest right: a key is refused before its body is read. */
const GREATEST_COUNT = isNightly ? 5 : 1

/** Returns the requests to an endpoint that give or take every right that its body can name. */
function attempts({ id, path }: { id: string; path: string }): ApiRequest[] {
  const bodies: unknown[] = [
    ...['admin', 'member'].map((role) => ({ role })),
    ...['admin', 'member'].map((role) => ({ role, email: `${role}-${id}@example.com` })),
    ...[ALL, ...names].map((name) => ({ name: 'More', permissions: [name] })),
    {},
  ]
  const parameter = /:(member|key)$/.exec(path)?.[1]
  const rows = { member: members, key: keys }[parameter ?? ''] ?? ['x']
  const fitting = givesRights(id) ? bodies : [{}]
  return rows.flatMap((row) =>
    fitting.map((body) => ({ params: { ...NOBODY, member: row, key: row }, body })),
  )
}

function givesRights(endpoint: string): boolean {
  return /invit|Member|ManagementKey/i.test(endpoint)
}

test.each(names)('a key with only %s gives or takes no right beyond it', async (name) => {
  const key = await api.keyOf('org_first', [name])
  const before = await rights()
  for (const each of endpoints) {
    const isPermitted = each.permission === name
    if (!isPermitted && !isNightly && !givesRights(each.id)) continue
    const all = attempts(each)
    for (const request of isPermitted ? all : all.slice(0, GREATEST_COUNT)) {
      const { status } = await api.ask(each.id, { ...request, key })
      if (!isPermitted) expect([each.id, status]).toEqual([each.id, 403])
    }
  }
  const after = await rights()
  expect([after.roles, after.invitations]).toEqual([before.roles, before.invitations])
  const had = new Map(before.granted.map(({ id, permissions }) => [id, permissions]))
  const gained = after.granted.filter(({ id }) => !had.has(id)).flatMap(({ permissions }) => permissions)
  expect(gained.filter((permission) => permission !== name)).toEqual([])
  // A key may revoke itself, and others that have no more than it.
  const lost = before.granted.filter(({ id }) => !after.granted.some((other) => other.id === id))
  expect(lost.flatMap(({ permissions }) => permissions).filter((permission) => permission !== name)).toEqual(
    [],
  )
})
