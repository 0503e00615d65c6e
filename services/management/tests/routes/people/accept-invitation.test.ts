import { beforeAll, describe, expect, test } from '@jest/globals'
import { as, usePeople } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const people = usePeople()
const { api, newUser, send } = people

/** Invites an address and returns the mailed token. */
async function invite(email: string): Promise<string> {
  expect((await api.ask('inviteMember', { body: { email, role: 'member' } })).status).toBe(200)
  return /\s(org_\S+)\s/.exec(await people.mail.until(email, 'invites you'))![1]!
}

let cookie: string
let token: string
beforeAll(async () => {
  cookie = await newUser('ada@example.com')
  token = await invite('ada@example.com')
})

const right = () => ({ ...as({ cookie }), body: { token } })

describeRoute(api, 'acceptInvitation', { right }, (ask) => {
  const accept = (cookie: string, token: unknown) => ask({ ...as({ cookie }), body: { token } })

  describe('200', () => {
    test('makes the user of the address a member, who can switch to the organisation', async () => {
      const sent = await invite('Guest@example.com')
      const guest = await newUser('guest@example.com')
      expect((await accept(guest, sent)).body).toEqual({
        id: expect.stringMatching(/^mem_/),
        organisationId: 'org_first',
        role: 'member',
      })
      await send('organization/set-active', { cookie: guest, body: { organizationId: 'org_first' } })
      expect((await api.ask('listMembers', as({ cookie: guest }))).body.members).toContainEqual(
        expect.objectContaining({ email: 'guest@example.com', role: 'member' }),
      )
      expect((await accept(guest, sent)).status).toBe(404)
    })

    test('lets a user who was removed from the active organisation return, once signed in again', async () => {
      const email = 'returns@example.com'
      const former = await newUser(email)
      await api.backing.query(`delete from members where user_id = (select id from users where email = $1)`, [
        email,
      ])
      const sent = await invite(email)
      const { status, body } = await accept(former, sent)
      expect([status, body.message]).toEqual([403, expect.stringContaining('sign in again')])
      expect((await accept(await people.signIn(email), sent)).status).toBe(200)
    })

    test('is audited in the organisation that has the new member', async () => {
      const { body } = await accept(await newUser('audited@example.com'), await invite('audited@example.com'))
      const { entries } = (await api.ask('listAudit', {})).body
      expect(entries[0]).toMatchObject({ action: 'acceptInvitation', subjectId: body.id })
    })
  })

  describe('400', () => {
    test.each([undefined, '', 7, 'x'.repeat(256), 'a\0b'])('refuses the token %j', async (wrong) => {
      expect((await accept(cookie, wrong)).status).toBe(400)
    })
  })

  describe('404', () => {
    test('does not find a wrong token or one of another organisation', async () => {
      for (const wrong of [`${token}x`, 'org_first', 'x', `org_other.${token.split('.')[1]}`])
        expect((await accept(cookie, wrong)).status).toBe(404)
    })

    test('does not find a token of another address, or any token for a management key', async () => {
      expect((await accept(await newUser('stranger@example.com'), token)).status).toBe(404)
      expect((await ask({ body: { token } })).status).toBe(404)
    })

    test('does not find an expired token', async () => {
      const over = await invite('late@example.com')
      await api.backing.query(
        `update verifications set expires_at = now()
         where created_at = (select max(created_at) from verifications)`,
      )
      expect((await accept(await newUser('late@example.com'), over)).status).toBe(404)
    })
  })

  describe('409', () => {
    test('refuses a member beyond the limit of the plan', async () => {
      await api.backing.query('update plans set max_members = 1')
      expect((await accept(cookie, token)).status).toBe(409)
      await api.backing.query('update plans set max_members = 10')
    })

    test('refuses who has become a member since', async () => {
      const sent = await invite('twice@example.com')
      const twice = await newUser('twice@example.com')
      await api.backing.query(
        `insert into members (id, organisation_id, user_id, role)
         select 'mem_twice', 'org_first', id, 'member' from users where email = 'twice@example.com'`,
      )
      expect((await accept(twice, sent)).body.code).toBe('CONFLICT')
    })
  })
})
