import { beforeAll, describe, expect, test } from '@jest/globals'
import { permissions } from '../../../src/api/permissions.ts'
import type { ApiRequest } from '../../api/use-api.ts'
import { as, usePeople, type Person } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const people = usePeople()
const { api, join } = people

let owner: Person
let admin: Person
beforeAll(async () => {
  owner = await join('owner', 'owner')
  admin = await join('admin', 'admin')
  await api.backing.query('update plans set max_members = 100')
})

let guests = 0
const right = () => ({ body: { email: `guest${(guests += 1)}@example.com`, role: 'member' } })

describeRoute(api, 'inviteMember', { right }, (ask) => {
  const invite = (by: ApiRequest, email: string, role = 'member') => ask({ ...by, body: { email, role } })

  describe('200', () => {
    test('mails a token to the address and stores it only as a hash', async () => {
      const { status, body } = await invite(as(admin), 'Guest@example.com')
      expect([status, body]).toEqual([
        200,
        {
          id: expect.stringMatching(/^ver_/),
          email: 'Guest@example.com',
          role: 'member',
          expiresAt: expect.any(String),
        },
      ])
      expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 86_400_000)).toBe(7)
      const mail = await people.mail.until('Guest@example.com', 'invites you')
      const [, secret] = /\sorg_first\.(\S+)\s/.exec(mail)!
      expect(JSON.stringify(await api.backing.query('select * from verifications'))).not.toContain(secret)
    })

    test('is audited with the id of the invitation, which the list has too', async () => {
      const { id } = (await invite({}, 'audited@example.com')).body
      const { entries } = (await api.ask('listAudit')).body
      expect(entries[0]).toMatchObject({ action: 'inviteMember', subjectId: id })
      const { invitations } = (await api.ask('listInvitations')).body
      expect(invitations).toContainEqual(expect.objectContaining({ id, email: 'audited@example.com' }))
    })

    test('owners invite owners', async () => {
      expect((await invite(as(owner), 'boss@example.com', 'owner')).body.role).toBe('owner')
    })

    test('invites again after an hour', async () => {
      await invite({}, 'late@example.com')
      await api.backing.query(`update verifications set created_at = now() - interval '61 minutes'`)
      expect((await invite({}, 'late@example.com')).status).toBe(200)
    })
  })

  describe('400', () => {
    test.each([
      {},
      { email: 'nobody', role: 'member' },
      { email: 'a b@example.com', role: 'member' },
      { email: `${'x'.repeat(251)}@b.c`, role: 'member' },
      { email: 'a\0@example.com', role: 'member' },
      { email: 'a<victim@example.com>', role: 'member' },
      { email: 'a,victim@example.com', role: 'member' },
      { email: 'victim(a)@example.com', role: 'member' },
      { email: '"victim"@example.com', role: 'member' },
      { email: 'guest@example.com', role: 'boss' },
    ])('refuses %j', async (body) => {
      expect((await ask({ body })).status).toBe(400)
    })
  })

  describe('403', () => {
    test('refuses an owner invited by somebody who is not an owner', async () => {
      for (const by of [as(admin), {}])
        expect((await invite(by, 'forbidden@example.com', 'owner')).status).toBe(403)
    })

    test.each([
      ['admin', ['members:write']],
      ['member', ['members:write']],
      ['admin', Object.keys(permissions)],
    ])('refuses a role %s with more permissions than the key', async (role, granted) => {
      const key = await api.keyOf('org_first', granted)
      expect((await invite({ key }, 'forbidden@example.com', role)).status).toBe(403)
    })

    test('refuses an invitation by a member', async () => {
      const member = await join('member', 'member')
      expect((await invite(as(member), 'forbidden@example.com')).status).toBe(403)
    })
  })

  describe('409', () => {
    test('refuses an address that is already in the organisation', async () => {
      expect((await invite({}, 'Admin@example.com')).status).toBe(409)
    })

    test('refuses an address that was invited within the hour', async () => {
      expect((await invite({}, 'twice@example.com')).status).toBe(200)
      expect((await invite({}, 'twice@example.com')).status).toBe(409)
    })

    test('refuses more than 100 invitations of the organisation within the hour, also withdrawn ones', async () => {
      const insert = (organisation: string, count: number) =>
        api.backing.query(
          `insert into verifications (id, identifier, value, expires_at)
           select 'ver_' || gen_random_uuid(), 'invitation:' || $1 || ':' || n, '{"role": "member"}', '1970-01-01'
           from generate_series(1, $2::int) n`,
          [organisation, count],
        )
      await api.backing.query(`delete from verifications where identifier like 'invitation:%'`)
      await insert('org_first', 99)
      await insert('org_other', 1)
      expect((await invite({}, 'last@example.com')).status).toBe(200)
      expect((await invite({}, 'beyond@example.com')).body.message).toContain('100 invitations')
      await api.backing.query(`update verifications set created_at = now() - interval '61 minutes'`)
      expect((await invite({}, 'beyond@example.com')).status).toBe(200)
    })

    test('refuses an invitation when members and invitations reach the limit of the plan', async () => {
      await api.backing.query(`delete from verifications where identifier like 'invitation:%'`)
      await api.backing.query(
        `update plans set max_members = 1 + (select count(*) from members where organisation_id = 'org_first')`,
      )
      expect((await invite({}, 'one@example.com')).status).toBe(200)
      expect((await invite({}, 'two@example.com')).status).toBe(409)
      await api.backing.query('update plans set max_members = 100')
    })
  })
})
