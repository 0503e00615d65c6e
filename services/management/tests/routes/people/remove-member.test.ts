import { beforeAll, describe, expect, test } from '@jest/globals'
import type { ApiRequest } from '../../api/use-api.ts'
import { as, usePeople, type Person } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, join, me } = usePeople()

let owner: Person
let admin: Person
let member: Person
beforeAll(async () => {
  owner = await join('owner', 'owner')
  admin = await join('admin', 'admin')
  member = await join('member', 'member')
  await api.backing.query(`update members set role = 'admin' where id = 'mem_first'`)
})

const right = () => ({ params: { member: 'mem_first' } })

describeRoute(api, 'removeMember', { right }, (ask) => {
  const remove = async (by: ApiRequest, { memberId }: Person) =>
    (await ask({ ...by, params: { member: memberId } })).status

  describe('200', () => {
    test('removes all access of the member', async () => {
      const gone = await join('gone', 'admin')
      expect(await remove(as(admin), gone)).toBe(200)
      expect((await api.ask('listProjects', as(gone))).status).toBe(403)
      expect((await me({ cookie: gone.cookie })).status).toBe(403)
      expect(await remove(as(admin), gone)).toBe(404)
    })

    test('owners remove owners', async () => {
      expect(await remove(as(owner), await join('second', 'owner'))).toBe(200)
    })
  })

  describe('403', () => {
    test.each<[string, () => Promise<number>]>([
      ['a member who removes another', () => remove(as(member), admin)],
      ['an admin who removes an owner', () => remove(as(admin), owner)],
      ['a key that removes an owner', () => remove({}, owner)],
    ])('refuses %s', async (_, forbidden) => {
      expect(await forbidden()).toBe(403)
      expect((await api.ask('listMembers')).body.members).toHaveLength(4)
    })
  })

  describe('409', () => {
    test('refuses to remove the last owner', async () => {
      expect(await remove(as(owner), owner)).toBe(409)
    })
  })
})
