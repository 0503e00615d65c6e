import { beforeAll, describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const { api, me, newUser, signIn } = usePeople()

let here: string
beforeAll(async () => {
  here = await newUser('ada@example.com')
})

const right = async () => {
  await api.backing.query(
    `insert into sessions (id, user_id, token, expires_at)
     select 'ses_right', id, 'x', now() + interval '1 day' from users where email = 'ada@example.com'
     on conflict do nothing`,
  )
  return { ...as({ cookie: here }), params: { session: 'ses_right' } }
}

describeRoute(api, 'revokeSession', { right }, (ask) => {
  const isIn = async (cookie: string) => (await me({ cookie })).status === 200
  const sessionOf = async (cookie: string): Promise<string> => {
    const { sessions } = (await api.ask('listSessions', as({ cookie }))).body
    return sessions.find(({ current }: { current: boolean }) => current).id
  }

  describe('200', () => {
    test('ends one session at once and keeps the others', async () => {
      const [there, elsewhere] = [await signIn('ada@example.com'), await signIn('ada@example.com')]
      const request = { ...as({ cookie: here }), params: { session: await sessionOf(elsewhere) } }
      expect((await ask(request)).status).toBe(200)
      expect(await Promise.all([here, there, elsewhere].map(isIn))).toEqual([true, true, false])
      expect((await ask(request)).status).toBe(404)
    })
  })

  describe('404', () => {
    test('does not end a session of another user', async () => {
      const eve = { cookie: await newUser('eve@example.com') }
      const params = { session: await sessionOf(here) }
      for (const by of [as(eve), {}]) expect((await ask({ ...by, params })).status).toBe(404)
      expect(await isIn(here)).toBe(true)
    })
  })
})
