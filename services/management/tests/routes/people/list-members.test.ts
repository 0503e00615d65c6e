import { describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, join } = usePeople()

describeRoute(api, 'listMembers', {}, (ask) => {
  describe('200', () => {
    test('returns all members with their roles, oldest membership first', async () => {
      const person = await join('ada', 'member')
      expect((await ask(as(person))).body.members).toEqual([
        {
          id: 'mem_first',
          userId: 'usr_first',
          name: 'Owner',
          email: 'owner@localhost.localdomain',
          role: 'owner',
          createdAt: expect.any(String),
        },
        expect.objectContaining({ id: person.memberId, name: 'Ada', email: person.email, role: 'member' }),
      ])
    })
  })
})
