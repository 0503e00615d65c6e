import { beforeAll, describe, expect, test } from '@jest/globals'
import { endpoints } from '../../src/api/endpoints.ts'
import { ORIGIN, usePeople } from './use-people.ts'

const people = usePeople()
const { api } = people

type Role = 'owner' | 'admin' | 'member'

interface Person {
  cookie: string
  userId: string
  /** Their place in the organisation of the tests. */
  memberId: string
}

const ORG = 'org_other'
const each = {} as Record<Role | 'second', Person>

/** Somebody who is signed in for the organisation of the tests. */
async function join(name: string, role: Role): Promise<Person> {
  const cookie = await people.newUser(`${name}@example.com`)
  const userId = (await people.me({ cookie })).body.user.id as string
  const memberId = `mem_${name}`
  await api.backing.query(
    'insert into members (id, organisation_id, user_id, role) values ($1, $2, $3, $4::member_role)',
    [memberId, ORG, userId, role],
  )
  await people.send('organization/set-active', { cookie, body: { organizationId: ORG } })
  return { cookie, userId, memberId }
}

function as({ cookie }: { cookie: string }, id: string, params: Record<string, string> = {}, body?: object) {
  const { method, path } = endpoints.find((endpoint) => endpoint.id === id)!
  const named = path.replaceAll(/:(\w+)/g, (_, name: string) => ({ org: ORG, ...params })[name]!)
  return api.send(`/v2${named}`, {
    method: method.toUpperCase(),
    headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const change = async (by: Person, whom: Person, role: Role) =>
  (await as(by, 'changeMember', { member: whom.memberId }, { role })).status

const remove = async (by: Person, whom: Person) =>
  (await as(by, 'removeMember', { member: whom.memberId })).status

const roleOf = async ({ memberId }: Person) =>
  (await api.backing.query<{ role: Role }>('select role from members where id = $1', [memberId]))[0]?.role

beforeAll(async () => {
  each.owner = await join('owner', 'owner')
  each.admin = await join('admin', 'admin')
  each.member = await join('member', 'member')
  each.second = await join('second', 'member')
}, 60_000)

describe('members', () => {
  test('are listed with what they are', async () => {
    const { body } = await as(each.member, 'listMembers')
    expect(body.members).toHaveLength(4)
    expect(body.members[0]).toEqual({
      id: 'mem_owner',
      userId: each.owner.userId,
      name: 'Ada',
      email: 'owner@example.com',
      role: 'owner',
      createdAt: expect.any(String),
    })
    const { body: own } = await api.ask('listMembers')
    expect(own.members).toMatchObject([{ email: 'owner@localhost.localdomain' }])
  })

  test('are made something else by admins, not by members', async () => {
    expect(await change(each.admin, each.second, 'admin')).toBe(200)
    expect(await roleOf(each.second)).toBe('admin')
    expect(await change(each.admin, each.second, 'member')).toBe(200)
    for (const whom of [each.member, each.second]) expect(await change(each.member, whom, 'admin')).toBe(403)
    expect(await remove(each.member, each.second)).toBe(403)
    expect([await roleOf(each.member), await roleOf(each.second)]).toEqual(['member', 'member'])
  })

  test('raise nobody above themselves, and touch nobody above', async () => {
    for (const whom of [each.admin, each.member]) expect(await change(each.admin, whom, 'owner')).toBe(403)
    expect(await change(each.admin, each.owner, 'member')).toBe(403)
    expect(await remove(each.admin, each.owner)).toBe(403)
    const key = await api.keyOf(ORG, ['*'])
    const asKey = (role: Role) =>
      api.ask('changeMember', { key, params: { org: ORG, member: 'mem_member' }, body: { role } })
    expect((await asKey('owner')).status).toBe(403)
    expect((await asKey('admin')).body).toMatchObject({ id: 'mem_member', role: 'admin' })
    expect((await asKey('member')).status).toBe(200)
    const lesser = await api.keyOf(ORG, ['members:write', 'members:read'])
    const raised = { key: lesser, params: { org: ORG, member: 'mem_member' }, body: { role: 'admin' } }
    expect((await api.ask('changeMember', raised)).body).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('"*"'),
    })
    expect((await api.ask('changeMember', { ...raised, body: { role: 'member' } })).status).toBe(200)
    const roles = await Promise.all([each.owner, each.admin, each.member].map(roleOf))
    expect(roles).toEqual(['owner', 'admin', 'member'])
  })

  test('have an owner always, also when two step down at once', async () => {
    expect(await change(each.owner, each.owner, 'member')).toBe(409)
    expect(await remove(each.owner, each.owner)).toBe(409)
    expect(await change(each.owner, each.owner, 'owner')).toBe(200)
    expect(await change(each.owner, each.second, 'owner')).toBe(200)
    const both = [change(each.owner, each.owner, 'member'), change(each.second, each.second, 'member')]
    expect(new Set(await Promise.all(both))).toEqual(new Set([200, 409]))
    const owners = `select id from members where organisation_id = '${ORG}' and role = 'owner'`
    expect(await api.backing.query(owners)).toHaveLength(1)
    await api.backing.query(`update members set role = 'owner' where id = 'mem_owner'`)
    await api.backing.query(`update members set role = 'member' where id = 'mem_second'`)
  })

  test('that are removed can do nothing there any more', async () => {
    expect(await remove(each.admin, each.second)).toBe(200)
    expect((await as(each.second, 'listProjects')).status).toBe(403)
    expect((await people.me({ cookie: each.second.cookie })).status).toBe(403)
    expect(await remove(each.admin, each.second)).toBe(404)
  })

  test('of other organisations are not there', async () => {
    for (const memberId of ['mem_first', 'mem_nobody']) {
      expect(await change(each.owner, { ...each.owner, memberId }, 'member')).toBe(404)
      expect(await remove(each.owner, { ...each.owner, memberId })).toBe(404)
    }
    expect((await api.ask('listMembers')).body.members).toHaveLength(1)
  })
})

describe('invitations', () => {
  const invite = (email: string, role: Role = 'member', by = each.admin) =>
    as(by, 'inviteMember', {}, { email, role })
  const accept = (person: { cookie: string }, token: string) => as(person, 'acceptInvitation', {}, { token })
  const tokenOf = async (email: string) =>
    /\s(org_\S+)\s/.exec(await people.mail.until(email, 'invites you'))![1]!

  beforeAll(async () => {
    await api.backing.query(`update organisations set plan_id = 'plan_unlimited' where id = $1`, [ORG])
  })

  test('let the user of that address in, once', async () => {
    const [guest, stranger] = [
      { cookie: await people.newUser('guest@example.com') },
      { cookie: await people.newUser('stranger@example.com') },
    ]
    const { status, body } = await invite('Guest@example.com')
    expect([status, body]).toEqual([
      200,
      { email: 'Guest@example.com', role: 'member', expiresAt: expect.any(String) },
    ])
    const token = await tokenOf('Guest@example.com')
    expect(JSON.stringify(await api.backing.query('select * from verifications'))).not.toContain(
      token.split('.')[1],
    )
    for (const wrong of [`${token}x`, ORG, 'x', `org_first.${token.split('.')[1]}`])
      expect((await accept(guest, wrong)).status).toBe(404)
    expect((await accept(stranger, token)).status).toBe(404)
    expect((await accept(guest, token)).body).toEqual({
      id: expect.stringMatching(/^mem_/),
      organisationId: ORG,
      role: 'member',
    })
    expect((await accept(guest, token)).status).toBe(404)
    expect(
      (await people.send('organization/set-active', { ...guest, body: { organizationId: ORG } })).status,
    ).toBe(200)
    expect((await as(guest, 'listMembers')).body.members).toContainEqual(
      expect.objectContaining({ email: 'guest@example.com', role: 'member' }),
    )
    expect((await invite('guest@example.com')).status).toBe(409)
  })

  test('are for members no more than who invites is, and not for members to make', async () => {
    expect((await invite('boss@example.com', 'owner')).status).toBe(403)
    expect((await invite('boss@example.com', 'admin', each.member)).status).toBe(403)
    expect((await invite('boss@example.com', 'owner', each.owner)).status).toBe(200)
  })

  test('come once an hour, and not after their time', async () => {
    const late = { cookie: await people.newUser('late@example.com') }
    expect((await invite('late@example.com')).status).toBe(200)
    expect((await invite('late@example.com')).status).toBe(409)
    const token = await tokenOf('late@example.com')
    await api.backing.query(
      `update verifications set created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
       where identifier like 'invitation:%'`,
    )
    expect((await accept(late, token)).status).toBe(404)
    expect((await invite('late@example.com')).status).toBe(200)
  })

  test('are as many as the plan has room for', async () => {
    await api.backing.query(
      `update plans set max_members = 1 + (select count(*) from members where organisation_id = $1)`,
      [ORG],
    )
    await api.backing.query(`delete from verifications where identifier like 'invitation:%'`)
    expect((await invite('one@example.com')).status).toBe(200)
    expect((await invite('two@example.com')).status).toBe(409)
    const one = { cookie: await people.newUser('one@example.com') }
    const token = await tokenOf('one@example.com')
    await api.backing.query('update plans set max_members = 1')
    expect((await accept(one, token)).status).toBe(409)
    await api.backing.query('update plans set max_members = 10')
    expect((await accept(one, token)).status).toBe(200)
  })

  test('are none of a management key to accept', async () => {
    expect((await api.ask('acceptInvitation', { body: { token: 'x' } })).status).toBe(404)
  })
})

describe('sessions', () => {
  const list = async (person: { cookie: string }) => (await as(person, 'listSessions')).body.sessions
  const isIn = async (cookie: string) => (await people.me({ cookie })).status === 200

  test('are listed, ended one by one, and all others at once', async () => {
    const here = { cookie: await people.newUser('sessions@example.com') }
    const there = await people.signIn('sessions@example.com')
    const elsewhere = await people.signIn('sessions@example.com')
    const sessions = await list(here)
    expect(sessions).toHaveLength(3)
    expect(sessions[2]).toEqual({
      id: expect.stringMatching(/^ses_/),
      current: true,
      ipAddress: expect.stringMatching(/^198\.51\.100\./),
      userAgent: 'node',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    const session = sessions[0].id as string
    expect((await as(here, 'revokeSession', { session })).status).toBe(200)
    expect([await isIn(elsewhere), await isIn(there)]).toEqual([false, true])
    expect((await as(here, 'revokeSession', { session })).status).toBe(404)
    await people.signIn('sessions@example.com')
    expect((await as(here, 'revokeOtherSessions')).body).toEqual({ revoked: 2 })
    expect(await isIn(there)).toBe(false)
    expect(await list(here)).toMatchObject([{ current: true }])
  })

  test('are ended by whose they are', async () => {
    const [theirs] = await list(each.owner)
    for (const session of [theirs.id, 'ses_nobody'])
      expect((await as(each.member, 'revokeSession', { session })).status).toBe(404)
    expect((await api.ask('revokeSession', { params: { session: theirs.id } })).status).toBe(404)
    await as(each.member, 'revokeOtherSessions')
    expect(await isIn(each.owner.cookie)).toBe(true)
  })

  test('are none of a management key', async () => {
    expect((await api.ask('listSessions')).body).toEqual({ sessions: [] })
    expect((await api.ask('revokeOtherSessions')).body).toEqual({ revoked: 0 })
  })
})
