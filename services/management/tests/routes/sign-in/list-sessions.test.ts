import { describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, newUser, signIn } = usePeople()

describeRoute(api, 'listSessions', {}, (ask) => {
  describe('200', () => {
    test('returns the unexpired sessions of the user, latest first', async () => {
      const cookie = await newUser('ada@example.com')
      await signIn('ada@example.com')
      const { sessions } = (await ask(as({ cookie }))).body
      expect(sessions).toEqual([
        expect.objectContaining({ current: false }),
        {
          id: expect.stringMatching(/^ses_/),
          current: true,
          ipAddress: expect.stringMatching(/^198\.51\.100\./),
          userAgent: 'node',
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ])
      await api.backing.query('update sessions set expires_at = now() where id = $1', [sessions[0].id])
      expect((await ask(as({ cookie }))).body.sessions).toEqual([sessions[1]])
    })

    test('returns no sessions for a management key', async () => {
      expect((await ask()).body).toEqual({ sessions: [] })
    })
  })
})
