import { beforeAll, describe, expect, test } from '@jest/globals'
import { as, usePeople, type Person } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, join } = usePeople()

let member: Person
beforeAll(async () => {
  member = await join('member', 'member')
})

const invite = async (email: string, role = 'member') =>
  expect((await api.ask('inviteMember', { body: { email, role } })).status).toBe(200)

describeRoute(api, 'listInvitations', {}, (ask) => {
  describe('200', () => {
    test('returns the open invitations of the organisation, oldest first, without their tokens', async () => {
      expect((await ask()).body).toEqual({ invitations: [] })
      await invite('Ada@example.com', 'admin')
      await invite('grace@example.com')
      await invite('late@example.com')
      await api.backing.query(`update verifications set expires_at = now() where value like '%late@%'`)
      const { body } = await ask(as(member))
      const [ada, grace, ...others] = body.invitations
      const times = { createdAt: expect.any(String), expiresAt: expect.any(String) }
      const id = expect.stringMatching(/^ver_/)
      expect(ada).toEqual({ id, email: 'Ada@example.com', role: 'admin', ...times })
      expect(grace).toEqual({ id, email: 'grace@example.com', role: 'member', ...times })
      expect(others).toEqual([])
    })

    test('has no address of an invitation that an earlier version created', async () => {
      await api.backing.query(
        `insert into verifications (id, identifier, value, expires_at)
         values ('ver_old', 'invitation:org_first:x', '{"role": "member", "hash": "x"}', now() + interval '1 day')`,
      )
      const { invitations } = (await ask()).body
      expect(invitations).toContainEqual(expect.objectContaining({ id: 'ver_old', email: null }))
    })
  })
})
