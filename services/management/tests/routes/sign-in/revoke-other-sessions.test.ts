import { describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, me, newUser, signIn } = usePeople()

describeRoute(api, 'revokeOtherSessions', {}, (ask) => {
  describe('200', () => {
    test('ends all other sessions of the caller at once, and none of other users', async () => {
      const here = await newUser('ada@example.com')
      const there = await signIn('ada@example.com')
      const elsewhere = await signIn('ada@example.com')
      const somebody = await newUser('eve@example.com')
      expect((await ask(as({ cookie: here }))).body).toEqual({ revoked: 2 })
      const isIn = async (cookie: string) => (await me({ cookie })).status === 200
      const who = [here, somebody, there, elsewhere]
      expect(await Promise.all(who.map(isIn))).toEqual([true, true, false, false])
    })

    test('ends no session for a management key', async () => {
      expect((await ask()).body).toEqual({ revoked: 0 })
    })
  })
})
