import { describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, join } = usePeople()

describeRoute(api, 'getMe', {}, (ask) => {
  describe('200', () => {
    test('returns an organisation but no user for a management key', async () => {
      expect((await ask()).body).toEqual({
        user: null,
        organisations: [{ id: 'org_first', name: 'First organisation', role: 'key', active: true }],
      })
    })

    test('returns the user with their organisations and roles, oldest membership first', async () => {
      const person = await join('ada', 'member')
      await api.backing.query(
        `insert into members (id, organisation_id, user_id, role, created_at)
         select 'mem_other', 'org_other', user_id, 'owner', created_at - interval '1 day' from members where id = $1`,
        [person.memberId],
      )
      expect((await ask(as(person))).body).toEqual({
        user: { id: expect.stringMatching(/^usr_/), name: 'Ada', email: person.email, emailVerified: true },
        organisations: [
          { id: 'org_other', name: 'Other', role: 'owner', active: false },
          { id: 'org_first', name: 'First organisation', role: 'member', active: true },
        ],
      })
    })
  })

  describe('403', () => {
    test('refuses a user who is no longer in the organisation of the session', async () => {
      const person = await join('left', 'admin')
      await api.backing.query('delete from members where id = $1', [person.memberId])
      expect((await ask(as(person))).status).toBe(403)
    })
  })
})
