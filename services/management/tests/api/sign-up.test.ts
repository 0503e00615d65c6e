import { describe, expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from '../../src/config.ts'
import { as, PASSWORD, usePeople, type People } from './use-people.ts'

const EMAIL = 'guest@example.com'

/** Signs up; returns the status. */
const signUp = async ({ send }: People, more: object = {}) =>
  (await send('sign-up/email', { body: { name: 'Ada', email: EMAIL, password: PASSWORD, ...more } })).status

describe('sign-up that is closed', () => {
  const people = usePeople({ SIGN_UP: 'closed' })
  const { api } = people

  test('is the default', () => {
    const { SIGN_UP: _, ...unset } = api.backing.environment
    expect(readConfig(environment, unset).SIGN_UP).toBe('closed')
  })

  test('creates no user, whether or not the address is known', async () => {
    const known = { email: 'owner@localhost.localdomain' }
    expect([await signUp(people), await signUp(people, known)]).toEqual([403, 403])
    expect(await api.backing.query('select id from users')).toEqual([{ id: 'usr_first' }])
  })

  test('is not proposed in invitations', async () => {
    await api.ask('inviteMember', { body: { email: EMAIL, role: 'member' } })
    const mail = await people.mail.until(EMAIL, 'invites you')
    expect(mail).toMatch(/within a week to join:\s+org_first\./)
  })
})

describe('sign-up by invitation', () => {
  const people = usePeople({ SIGN_UP: 'invited', DEFAULT_PLAN: 'Trial' })
  const { api, confirm, signIn, me } = people

  /** Invites an address; returns the token of the mail. */
  async function invite(email: string): Promise<string> {
    const { status } = await api.ask('inviteMember', { body: { email, role: 'member' } })
    expect(status).toBe(200)
    return /\sorg_first\.\S+/.exec(await people.mail.until(email, 'invites you'))![0].trim()
  }

  test('requires the token of an open invitation of the address', async () => {
    const token = await invite(EMAIL)
    expect(await people.mail.until(EMAIL, 'invites you')).toContain('to sign up, send it as "invitation":')
    const ofAnother = await invite('another@example.com')
    for (const invitation of [undefined, '', 1, 'org_first.', `${token}x`, ofAnother])
      expect([invitation, await signUp(people, { invitation })]).toEqual([invitation, 403])
    expect(await signUp(people, { invitation: token, email: 'Guest@example.com' })).toBe(200)
  })

  test('refuses an invitation that has expired', async () => {
    const email = 'late@example.com'
    const invitation = await invite(email)
    await api.backing.query(`update verifications set expires_at = now()`)
    expect(await signUp(people, { email, invitation })).toBe(403)
  })

  test('lets the invited user join', async () => {
    const email = 'joins@example.com'
    const token = await invite(email)
    expect(await signUp(people, { email, invitation: token })).toBe(200)
    await confirm(email)
    const guest = as({ cookie: await signIn(email) })
    expect((await api.ask('acceptInvitation', { ...guest, body: { token } })).status).toBe(200)
    const { organisations } = (await me(guest.headers!)).body
    expect(organisations.map(({ id }: { id: string }) => id)).toContain('org_first')
  })
})
