import { beforeAll, describe, expect, test } from '@jest/globals'
import { as, usePeople, type Person } from '../../api/use-people.ts'
import { describeRoute } from '../describe-route.ts'

const people = usePeople()
const { api, join, newUser } = people

let owner: Person
let admin: Person
let guests = 0
beforeAll(async () => {
  owner = await join('owner', 'owner')
  admin = await join('admin', 'admin')
  await api.backing.query('update plans set max_members = 100')
})

/** Invites a new address, and returns the id of the invitation with the address. */
async function invite(role = 'member') {
  const email = `guest${(guests += 1)}@example.com`
  expect((await api.ask('inviteMember', { ...as(owner), body: { email, role } })).status).toBe(200)
  const { invitations } = (await api.ask('listInvitations')).body
  const { id } = invitations.find((each: { email: string }) => each.email === email)
  return { id: id as string, email }
}

const right = async () => ({ params: { invitation: (await invite()).id } })

describeRoute(api, 'withdrawInvitation', { right }, (ask) => {
  const withdraw = (invitation: string, by = {}) => ask({ ...by, params: { invitation } })

  describe('200', () => {
    test('makes the token invalid', async () => {
      const { id, email } = await invite()
      const [, token] = /\s(org_\S+)\s/.exec(await people.mail.until(email, 'invites you'))!
      expect((await withdraw(id, as(admin))).body).toEqual({})
      const guest = as({ cookie: await newUser(email) })
      expect((await api.ask('acceptInvitation', { ...guest, body: { token } })).status).toBe(404)
      expect((await api.ask('listInvitations')).text).not.toContain(email)
    })

    test('leaves the place to another member', async () => {
      const { id } = await invite()
      await api.backing.query(
        `update plans set max_members = (select count(*) from members where organisation_id = 'org_first')
         + (select count(*) from verifications where identifier like 'invitation:%' and expires_at > now())`,
      )
      const body = { email: 'another@example.com', role: 'member' }
      expect((await api.ask('inviteMember', { body })).status).toBe(409)
      await withdraw(id)
      expect((await api.ask('inviteMember', { body })).status).toBe(200)
      await api.backing.query('update plans set max_members = 100')
    })

    test('does not permit another mail to the address within the hour', async () => {
      const { id, email } = await invite()
      await withdraw(id)
      const body = { email, role: 'admin' }
      expect((await api.ask('inviteMember', { body })).status).toBe(409)
      await api.backing.query(`update verifications set created_at = now() - interval '61 minutes'`)
      expect((await api.ask('inviteMember', { body })).status).toBe(200)
    })
  })

  describe('403', () => {
    test('refuses who lacks rights of the role', async () => {
      const { id } = await invite('owner')
      const key = await api.keyOf('org_first', ['members:write'])
      for (const by of [as(admin), {}, { key }]) expect((await withdraw(id, by)).status).toBe(403)
      expect((await withdraw(id, as(owner))).status).toBe(200)
    })
  })

  describe('404', () => {
    test('does not find an invitation that was withdrawn, nor another token', async () => {
      const { id, email } = await invite()
      await withdraw(id)
      expect((await withdraw(id)).status).toBe(404)
      await people.signUp(email)
      await people.send('request-password-reset', { body: { email } })
      const others = await api.backing.query<{ id: string }>(
        `select id from verifications where identifier not like 'invitation:%'`,
      )
      expect(others.length).toBeGreaterThan(0)
      for (const other of others) expect((await withdraw(other.id)).status).toBe(404)
    })
  })
})
