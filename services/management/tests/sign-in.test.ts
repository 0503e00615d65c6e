// Tests sign-in with running services, which write their mails to the log.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startSinglePostgres, startSingleRedis, type SingleServer } from '@render/local'
import { freeze, until } from '@render/testkit'
import { startBacking, type Backing } from './start-backing.ts'
import { startService, type RunningService } from './start-service.ts'

const PASSWORD = 'sentinel-password-of-the-owner'
const EMAIL = 'owner@localhost.localdomain'

let postgres: SingleServer
let redis: SingleServer
let backing: Backing
let services: RunningService[]

beforeAll(async () => {
  postgres = await startSinglePostgres()
  redis = await startSingleRedis()
  backing = await startBacking({ postgres, redis })
  for (const [id, days] of [
    ['old', -1],
    ['young', 1],
  ] as const) {
    await backing.query(
      `insert into sessions (id, user_id, token, expires_at) select $1, id, $1, now() + $2 * interval '1 day' from users`,
      [id, days],
    )
    await backing.query(
      `insert into verifications (id, identifier, value, expires_at) values ($1, $1, '', now() + $2 * interval '1 day')`,
      [id, days],
    )
    await backing.query(
      `insert into device_codes (id, device_code, user_code, status, expires_at)
       values ($1, $1, $1, 'pending', now() + $2 * interval '1 day')`,
      [id, days],
    )
  }
  const environment = { ...backing.environment, MANAGEMENT_PUBLIC_URL: 'http://localhost/management' }
  services = await Promise.all([startService(environment), startService(environment)])
})

afterAll(async () => {
  await Promise.all(services.map((service) => service[Symbol.asyncDispose]()))
  await backing[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
})

function post(path: string, body: object, { client = '198.51.100.1', at = 0 } = {}): Promise<Response> {
  return fetch(`${services[at]!.url}/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  })
}

const wrong = { email: EMAIL, password: 'not-the-password' }

describe('sign-in with running services', () => {
  test.each(['sessions', 'verifications', 'device_codes'])(
    'expired rows are deleted from %s',
    async (table) => {
      const ids = () => backing.query<{ id: string }>(`select id from ${table} where id in ('old', 'young')`)
      await until(async () => (await ids()).length === 1)
      expect(await ids()).toEqual([{ id: 'young' }])
    },
  )

  test('the first owner sets a password with the token of the logged mail; every process accepts the session', async () => {
    await post('request-password-reset', { email: EMAIL })
    const token = await until(() => /to set a new password:\\n\\n(\w+)/.exec(services[0]!.log)?.[1])
    expect((await post('reset-password', { token, newPassword: PASSWORD })).status).toBe(200)
    const answer = await post('sign-in/email', { email: EMAIL, password: PASSWORD })
    expect(answer.headers.get('set-cookie')).toMatch(/^service\.session_token=(?!.*secure)/i)
    const authorization = `Bearer ${answer.headers.get('set-auth-token')!}`
    const me = await fetch(`${services[1]!.url}/v2/me`, { headers: { authorization } })
    expect(await me.json()).toMatchObject({ organisations: [{ id: 'org_first', role: 'owner' }] })
    const logs = services.map((service) => service.log).join('')
    const [session] = authorization.slice('Bearer '.length).split('.')
    expect(logs).not.toContain(session)
    expect(logs).not.toContain(PASSWORD)
  })

  test('processes share the count of attempts', async () => {
    const tries = []
    for (let at = 0; at < 12; at++)
      tries.push((await post('sign-in/email', wrong, { client: '198.51.100.2', at: at % 2 })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('returns 503 while Redis or Postgres is unavailable', async () => {
    for (const part of [redis, postgres]) {
      using _frozen = freeze(part.process.identity!.pid)
      const answer = await post('sign-in/email', wrong, { client: '198.51.100.3' })
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
    }
    await until(async () => (await post('sign-in/email', wrong, { client: '198.51.100.4' })).status === 401)
  })
})
