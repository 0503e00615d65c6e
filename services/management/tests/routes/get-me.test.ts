import { describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../api/use-people.ts'
import { describeRoute } from './describe-route.ts'

const { api, join } = usePeople()

describeRoute(api, 'getMe', {}, (ask) => {
  describe('200', () => {
    test('a management key is nobody but an organisation', async () => {
      expect((await ask()).body).toEqual({
        user: null,
        organisations: [{ id: 'org_first', name: 'First organisation', role: 'key', active: true }],
      })
    })

    test('a user sees what they are where, their first organisation first', async () => {
      const person = await join('ada', 'member')
      expect((await ask(as(person))).body).toEqual({
        user: { id: expect.stringMatching(/^usr_/), name: 'Ada', email: person.email, emailVerified: true },
        organisations: [
          { id: expect.stringMatching(/^org_/), name: 'Ada', role: 'owner', active: false },
          { id: 'org_first', name: 'First organisation', role: 'member', active: true },
        ],
      })
    })
  })

  describe('403', () => {
    test('who has left the organisation that their session is for', async () => {
      const person = await join('left', 'admin')
      await api.backing.query('delete from members where id = $1', [person.memberId])
      expect((await ask(as(person))).status).toBe(403)
    })
  })
})
