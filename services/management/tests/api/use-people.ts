// Users of the Management API who sign up, read their mail and sign in.
import { afterAll, beforeAll, expect } from '@jest/globals'
import { createHmac, randomBytes } from 'node:crypto'
import { SESSION_COOKIE } from '../../src/api/session-cookie.ts'
import { startMailServer } from './start-mail-server.ts'
import { useApi, type Answer, type Api, type ApiRequest } from './use-api.ts'

export const ORIGIN = 'https://management.example.com'
export const PASSWORD = 'sentinel-password-1'

interface Sent {
  cookie?: string
  body?: object
  headers?: Record<string, string>
}

type Role = 'owner' | 'admin' | 'member'

export interface Person {
  email: string
  cookie: string
  /** Id of their membership in the first organisation. */
  memberId: string
}

export interface People {
  api: Api
  mail: Awaited<ReturnType<typeof startMailServer>>
  /** Sends a request below `/v1/auth` with a client address of its own, so that limits are not shared. */
  send: (path: string, sent?: Sent) => Promise<Answer>
  signUp: (email: string) => Promise<void>
  confirm: (email: string) => Promise<void>
  /** Returns the session cookie. */
  signIn: (email: string, password?: string) => Promise<string>
  /** Signs up, confirms the address and signs in. */
  newUser: (email: string) => Promise<string>
  /** Inserts a member of the first organisation, who has no password, with a session. */
  join: (name: string, role: Role) => Promise<Person>
  /** Returns the signed-in user. */
  me: (headers: Record<string, string>) => Promise<Answer>
}

/** Starts the API with a mail server. `more` is additional configuration. */
export function usePeople(more: NodeJS.ProcessEnv = {}): People {
  const people = {} as People
  beforeAll(async () => void (people.mail = await startMailServer()))
  afterAll(() => people.mail[Symbol.asyncDispose]())
  const api = useApi(async () => ({ SMTP_URL: people.mail.url, ...more }))
  let clients = 0

  const send: People['send'] = (path, { cookie, body, headers } = {}) =>
    api.send(`/v1/auth/${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `198.51.100.${(clients += 1)}`,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json', origin: ORIGIN }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  const signUp: People['signUp'] = async (email) => {
    const { status } = await send('sign-up/email', { body: { name: 'Ada', email, password: PASSWORD } })
    expect(status).toBe(200)
  }

  const confirm: People['confirm'] = async (email) => {
    const [link] = /https:\S+verify-email\S+/.exec(await people.mail.until(email, 'verify-email'))!
    const { status } = await send(link.slice(`${ORIGIN}/v1/auth/`.length))
    expect(status).toBe(302)
  }

  const signIn: People['signIn'] = async (email, password = PASSWORD) => {
    const { status, headers } = await send('sign-in/email', { body: { email, password } })
    expect(status).toBe(200)
    return cookieOf(headers)
  }

  const newUser: People['newUser'] = async (email) => {
    await signUp(email)
    await confirm(email)
    return signIn(email)
  }

  const join: People['join'] = async (name, role) => {
    const [email, userId, memberId] = [`${name}@example.com`, `usr_${name}`, `mem_${name}`]
    const token = randomBytes(24).toString('hex')
    const { organisationId } = api.backing.owner
    const { query } = api.backing
    await query(`insert into users (id, name, email, email_verified) values ($1, 'Ada', $2, true)`, [
      userId,
      email,
    ])
    await query(
      `insert into members (id, organisation_id, user_id, role) values ($1, $2, $3, $4::member_role)`,
      [memberId, organisationId, userId, role],
    )
    await query(
      `insert into sessions (id, user_id, token, active_organisation_id, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 day')`,
      [`ses_${name}`, userId, token, organisationId],
    )
    return { email, cookie: cookieOfSession(token, api.backing.environment.AUTH_SECRET), memberId }
  }

  return Object.assign(people, {
    api,
    send,
    signUp,
    confirm,
    signIn,
    newUser,
    join,
    me: (headers: Record<string, string>) => api.send('/v2/me', { headers }),
  })
}

/** Returns the request options of a signed-in user. */
export function as({ cookie }: Pick<Person, 'cookie'>): Pick<ApiRequest, 'key' | 'headers'> {
  return { key: null, headers: { cookie, origin: ORIGIN } }
}

/** Returns the cookie that a sign-in would set. */
function cookieOfSession(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${SESSION_COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Returns the session cookie of an answer. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .find((each) => each.startsWith('service.session_token='))!
    .split(';')[0]!
}
