import { beforeAll, describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../api/use-people.ts'
import { describeRoute } from './describe-route.ts'

const { api, me, newUser, signIn } = usePeople()

let here: string
beforeAll(async () => {
  here = await newUser('ada@example.com')
})

const isIn = async (cookie: string) => (await me({ cookie })).status === 200
const latest = async (cookie: string): Promise<string> =>
  (await api.ask('listSessions', as({ cookie }))).body.sessions[0].id
const another = async () => ({ session: await latest(await signIn('ada@example.com')) })

const right = async () => ({ ...as({ cookie: here }), params: await another() })

describeRoute(api, 'revokeSession', { right }, (ask) => {
  const revoke = async (cookie: string, session: string) =>
    (await ask({ ...as({ cookie }), params: { session } })).status

  describe('200', () => {
    test('one ends at once, the others go on', async () => {
      const [there, elsewhere] = [await signIn('ada@example.com'), await signIn('ada@example.com')]
      const session = await latest(elsewhere)
      expect(await revoke(here, session)).toBe(200)
      expect(await Promise.all([here, there, elsewhere].map(isIn))).toEqual([true, true, false])
      expect(await revoke(here, session)).toBe(404)
    })
  })

  describe('404', () => {
    test("somebody else's, which goes on", async () => {
      const session = await latest(here)
      expect(await revoke(await newUser('eve@example.com'), session)).toBe(404)
      expect((await ask({ params: { session } })).status).toBe(404)
      expect(await isIn(here)).toBe(true)
    })
  })
})
