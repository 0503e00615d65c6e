import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Asked } from '../api/use-api.ts'
import { as, usePeople, type Person } from '../api/use-people.ts'
import { describeRoute } from './describe-route.ts'

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
  // All are again what they are called.
  beforeEach(() =>
    api.backing.query(
      `update members set role = substr(id, 5)::member_role where organisation_id = 'org_first'`,
    ),
  )

  const change = (by: Asked, { memberId }: Person, role: string) =>
    ask({ ...by, params: { member: memberId }, body: { role } })
  const keyFor = async (permission: string) => ({ key: await api.keyOf('org_first', [permission]) })

  describe('200', () => {
    test('admins, and keys that may do everything, make admins and members', async () => {
      for (const by of [as(admin), await keyFor('*')])
        for (const role of ['admin', 'member'])
          expect((await change(by, member, role)).body).toMatchObject({ id: 'mem_member', role })
    })

    test('keys that may not do everything make members', async () => {
      expect((await change(await keyFor('members:write'), admin, 'member')).body.role).toBe('member')
    })

    test('owners make owners, and step down as long as there is another', async () => {
      expect((await change(as(owner), owner, 'owner')).status).toBe(200)
      expect((await change(as(owner), member, 'owner')).body.role).toBe('owner')
      expect((await change(as(owner), owner, 'member')).body.role).toBe('member')
    })
  })

  describe('400', () => {
    test.each([{}, { role: 'boss' }, { role: null }, { role: 'member', name: 'Ada' }])('%j', async (body) => {
      expect((await ask({ ...right(), body })).status).toBe(400)
    })
  })

  describe('403', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['a member who makes an admin', () => change(as(member), member, 'admin')],
      ['an admin who makes an owner', () => change(as(admin), admin, 'owner')],
      ['an admin who changes an owner', () => change(as(admin), owner, 'member')],
      ['a key that makes an owner', () => change({}, member, 'owner')],
      ['a key that changes an owner', () => change({}, owner, 'member')],
    ])('%s', async (_, forbidden) => {
      const { body: before } = await api.ask('listMembers')
      expect(await forbidden()).toMatchObject({ status: 403 })
      expect((await api.ask('listMembers')).body).toEqual(before)
    })

    test('a key that may not do everything and makes an admin', async () => {
      const { status, body } = await change(await keyFor('members:write'), member, 'admin')
      expect([status, body.message]).toEqual([403, expect.stringContaining('"*"')])
    })
  })

  describe('409', () => {
    test('the last owner', async () => {
      expect((await change(as(owner), owner, 'admin')).status).toBe(409)
    })

    test('one of the last two, who step down at once', async () => {
      await change(as(owner), admin, 'owner')
      const both = await Promise.all([owner, admin].map((each) => change(as(each), each, 'member')))
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    })
  })
})
