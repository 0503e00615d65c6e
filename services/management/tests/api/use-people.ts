// Users of the Management API, who sign up, read their mail and sign in.
import { afterAll, beforeAll, expect } from '@jest/globals'
import { startMailServer } from './start-mail-server.ts'
import { useApi, type Answer, type Api } from './use-api.ts'

export const ORIGIN = 'https://management.example.com'
export const PASSWORD = 'sentinel-password-1'

interface Sent {
  cookie?: string
  body?: object
  headers?: Record<string, string>
}

export interface People {
  api: Api
  mail: Awaited<ReturnType<typeof startMailServer>>
  /** Asks below `/v1/auth`, as a client with an address of its own, so that limits are nobody else's. */
  send: (path: string, sent?: Sent) => Promise<Answer>
  signUp: (email: string) => Promise<void>
  confirm: (email: string) => Promise<void>
  /** Gives the cookie. */
  signIn: (email: string, password?: string) => Promise<string>
  /** All of the three. */
  newUser: (email: string) => Promise<string>
  /** Who is signed in. */
  me: (headers: Record<string, string>) => Promise<Answer>
}

export function usePeople(): People {
  const people = {} as People
  beforeAll(async () => void (people.mail = await startMailServer()))
  afterAll(() => people.mail[Symbol.asyncDispose]())
  const api = useApi(async () => ({ SMTP_URL: people.mail.url }))
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

  return Object.assign(people, {
    api,
    send,
    signUp,
    confirm,
    signIn,
    async newUser(email: string) {
      await signUp(email)
      await confirm(email)
      return signIn(email)
    },
    me: (headers: Record<string, string>) => api.send('/v2/me', { headers }),
  })
}

/** Of the session that an answer begins. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .find((each) => each.startsWith('service.session_token='))!
    .split(';')[0]!
}
