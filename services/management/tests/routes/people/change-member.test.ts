import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { permissions } from '../../../src/api/permissions.ts'
import type { ApiRequest } from '../../api/use-api.ts'
import { as, usePeople, type Person } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, join } = usePeople()

let owner: Person
let admin: Person
let member: Person
beforeAll(async () => {
  owner = await join('owner', 'owner')
  admin = await join('admin', 'admin')
  member = await join('member', 'member')
  await api.backing.query(`delete from members where id = 'mem_first'`)
})

const right = () => ({ params: { member: member.memberId }, body: { role: 'member' } })

describeRoute(api, 'changeMember', { right }, (ask) => {
  // Restores the role that is part of each member's id.
  beforeEach(() =>
    api.backing.query(
      `update members set role = substr(id, 5)::member_role where organisation_id = 'org_first'`,
    ),
  )

  const change = (by: ApiRequest, { memberId }: Person, role: string) =>
    ask({ ...by, params: { member: memberId }, body: { role } })
  const keyFor = async (...granted: string[]) => ({ key: await api.keyOf('org_first', granted) })

  describe('200', () => {
    test('admins and keys with all permissions appoint admins and members', async () => {
      for (const by of [as(admin), await keyFor('*')])
        for (const role of ['admin', 'member'])
          expect((await change(by, member, role)).body).toMatchObject({ id: 'mem_member', role })
    })

    test('owners appoint owners, and step down while there is another owner', async () => {
      expect((await change(as(owner), owner, 'owner')).status).toBe(200)
      expect((await change(as(owner), member, 'owner')).body.role).toBe('owner')
      expect((await change(as(owner), owner, 'member')).body.role).toBe('member')
    })
  })

  describe('400', () => {
    test.each([{}, { role: 'boss' }, { role: null }, { role: 'member', name: 'Ada' }])(
      'refuses %j',
      async (body) => {
        expect((await ask({ ...right(), body })).status).toBe(400)
      },
    )
  })

  describe('403', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['a member who appoints an admin', () => change(as(member), member, 'admin')],
      ['an admin who appoints an owner', () => change(as(admin), admin, 'owner')],
      ['an admin who changes an owner', () => change(as(admin), owner, 'member')],
      ['a key that appoints an owner', () => change({}, member, 'owner')],
      ['a key that changes an owner', () => change({}, owner, 'member')],
    ])('refuses %s', async (_, forbidden) => {
      const { body: before } = await api.ask('listMembers')
      expect(await forbidden()).toMatchObject({ status: 403 })
      expect((await api.ask('listMembers')).body).toEqual(before)
    })

    test('refuses a key without all permissions that appoints or changes an admin', async () => {
      for (const [who, role] of [
        [member, 'admin'],
        [admin, 'member'],
      ] as const) {
        const { status, body } = await change(await keyFor(...Object.keys(permissions)), who, role)
        expect([status, body.message]).toEqual([403, expect.stringContaining('"*"')])
      }
    })

    test('refuses a key that lacks a permission of the role "member"', async () => {
      const { status, body } = await change(await keyFor('members:write'), member, 'member')
      expect([status, body.message]).toEqual([403, expect.stringContaining('"organisation:read"')])
    })
  })

  describe('409', () => {
    test('refuses to demote the last owner', async () => {
      expect((await change(as(owner), owner, 'admin')).status).toBe(409)
    })

    test('refuses one of the last two owners when both step down at once', async () => {
      await change(as(owner), admin, 'owner')
      const both = await Promise.all([owner, admin].map((each) => change(as(each), each, 'member')))
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    })
  })
})
