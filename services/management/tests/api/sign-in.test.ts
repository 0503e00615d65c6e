import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { endpoints } from '../../src/endpoints.ts'
import { cookieOf, ORIGIN, PASSWORD, usePeople } from './use-people.ts'

const people = usePeople()
const { api, send, signUp, confirm, signIn, newUser, me } = people

describe('signing up', () => {
  test('creates an organisation with a project and a plan, and requires a confirmed address', async () => {
    await signUp('first@example.com')
    const early = await send('sign-in/email', { body: { email: 'first@example.com', password: PASSWORD } })
    expect(early.status).toBe(403)
    await confirm('first@example.com')
    const cookie = await signIn('first@example.com')
    const { body } = await me({ cookie })
    expect(body).toMatchObject({
      user: { name: 'Ada', email: 'first@example.com', emailVerified: true },
      organisations: [{ name: 'Ada', role: 'owner', active: true }],
    })
    const rows = await api.backing.query(
      `select p.name, l.name as plan from projects p join organisations o on o.id = p.organisation_id
       join plans l on l.id = o.plan_id where o.id = $1`,
      [body.organisations[0].id],
    )
    expect(rows).toEqual([{ name: 'Default', plan: 'Unlimited' }])
    const { body: organisation } = await api.send('/v2/organisation', { headers: { cookie } })
    expect(organisation).toMatchObject({ role: 'owner', members: { count: 1 } })
  })

  test('ignores fields that the service sets itself', async () => {
    const email = 'forged@example.com'
    const forged = { id: 'usr_first', emailVerified: true, role: 'admin', activeOrganizationId: 'org_other' }
    const more = { ...forged, createdAt: '2000-01-01T00:00:00Z' }
    await send('sign-up/email', { body: { name: 'Eve', email, password: PASSWORD, ...more } })
    expect((await send('sign-in/email', { body: { email, password: PASSWORD } })).status).toBe(403)
    const rows = await api.backing.query(`select id from users where email = $1 and not email_verified`, [
      email,
    ])
    expect(rows).toEqual([{ id: expect.not.stringMatching('usr_first') }])
  })

  test.each([
    ['sign-up/email', 'callbackURL'],
    ['send-verification-email', 'callbackURL'],
    ['request-password-reset', 'redirectTo'],
  ])('refuses untrusted redirect addresses in mails of %s', async (path, field) => {
    for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const body = { name: 'Ada', email: 'led-astray@example.com', password: PASSWORD, [field]: elsewhere }
      expect([elsewhere, (await send(path, { body })).status]).toEqual([elsewhere, 403])
    }
  })

  test.each(['verify-email?token=x&callbackURL=', 'reset-password/x?callbackURL='])(
    'refuses untrusted redirects of %s',
    async (path) => {
      const { status, headers } = await send(`${path}${encodeURIComponent('https://evil.example/')}`)
      expect([status, headers.get('location')]).toEqual([403, null])
    },
  )

  test('does not reveal whether an address has an account', async () => {
    await signUp('known@example.com')
    const body = { name: 'Eve', email: 'known@example.com', password: 'another-password' }
    const again = await send('sign-up/email', { body })
    const fresh = await send('sign-up/email', { body: { ...body, email: 'fresh@example.com' } })
    expect(again.status).toBe(fresh.status)
    expect(new Set(Object.keys(again.body.user))).toEqual(new Set(Object.keys(fresh.body.user)))
    expect(await people.mail.until('known@example.com', 'signed up already')).toContain('has an account')
  })

  test.each(['', ' ', 'x'.repeat(121), undefined])('requires a name, not %j', async (name) => {
    const body = { name, email: 'nameless@example.com', password: PASSWORD }
    expect((await send('sign-up/email', { body })).status).toBe(400)
  })
})

describe('a session', () => {
  test('G21 is a cookie with this name and restrictive attributes', async () => {
    await newUser('cookie@example.com')
    const { headers } = await send('sign-in/email', {
      body: { email: 'cookie@example.com', password: PASSWORD },
    })
    const cookie = headers.getSetCookie().find((each) => each.startsWith('service.session_token='))!
    const [, ...attributes] = cookie.toLowerCase().split('; ')
    expect(attributes).toEqual(expect.arrayContaining(['httponly', 'secure', 'samesite=lax', 'path=/']))
    expect(cookie).not.toMatch(/domain/i)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('G20 is a new one at each sign-in, also with an old cookie', async () => {
    const before = await newUser('fixed@example.com')
    const { headers } = await send('sign-in/email', {
      cookie: before,
      body: { email: 'fixed@example.com', password: PASSWORD },
    })
    expect(cookieOf(headers)).not.toBe(before)
  })

  test('G24 ends when the user signs out', async () => {
    const cookie = await newUser('leaves@example.com')
    expect((await me({ cookie })).status).toBe(200)
    expect((await send('sign-out', { cookie, body: {} })).status).toBe(200)
    expect((await me({ cookie })).status).toBe(401)
  })

  test('cannot be used with the token stored in the database', async () => {
    const cookie = await newUser('dumped@example.com')
    const [row] = await api.backing.query<{ token: string }>(
      `select token from sessions s join users u on u.id = s.user_id where u.email = 'dumped@example.com'`,
    )
    expect((await me({ authorization: `Bearer ${row!.token}` })).status).toBe(401)
    expect((await me({ cookie: `service.session_token=${row!.token}` })).status).toBe(401)
    expect((await me({ authorization: `Bearer ${api.backing.keys.secretKey}` })).status).toBe(401)
    const signed = decodeURIComponent(cookie.slice('service.session_token='.length))
    expect((await me({ authorization: `Bearer ${signed}` })).status).toBe(200)
  })

  test('G25 cannot be combined with a management key', async () => {
    const cookie = await newUser('both@example.com')
    expect((await me({ cookie, 'x-api-key': api.other.key })).status).toBe(400)
  })
})

describe('passwords', () => {
  test('G24 are changed, and all other sessions end', async () => {
    const [one, two] = [await newUser('changes@example.com'), await signIn('changes@example.com')]
    const body = { currentPassword: PASSWORD, newPassword: 'sentinel-password-2', revokeOtherSessions: false }
    const { status, headers } = await send('change-password', { cookie: one, body })
    expect(status).toBe(200)
    expect((await me({ cookie: one })).status).toBe(401)
    expect((await me({ cookie: two })).status).toBe(401)
    expect((await me({ cookie: cookieOf(headers) })).status).toBe(200)
  })

  test('are changed without a change of the active organisation, unless the user has left it', async () => {
    let cookie = await newUser('chooses@example.com')
    const { user, organisations } = (await me({ cookie })).body
    await api.backing.query(
      `insert into members (id, organisation_id, user_id, role) values ('mem_chooses', 'org_other', $1, 'member')`,
      [user.id],
    )
    await send('organization/set-active', { cookie, body: { organizationId: 'org_other' } })
    const change = async (currentPassword: string, newPassword: string): Promise<string> => {
      const { headers } = await send('change-password', { cookie, body: { currentPassword, newPassword } })
      cookie = cookieOf(headers)
      return (await send('get-session', { cookie })).body.session.activeOrganizationId
    }
    expect(await change(PASSWORD, 'sentinel-password-4')).toBe('org_other')
    await api.backing.query(`delete from members where id = 'mem_chooses'`)
    expect(await change('sentinel-password-4', 'sentinel-password-5')).toBe(organisations[0].id)
  })

  test('are reset once by a mail, and all sessions end', async () => {
    const cookie = await newUser('forgets@example.com')
    await send('request-password-reset', { body: { email: 'forgets@example.com' } })
    const text = await people.mail.until('forgets@example.com', 'new password')
    const [, token] = /password:\s+(\S+)/.exec(text)!
    const body = { token, newPassword: 'sentinel-password-3' }
    expect((await send('reset-password', { body })).status).toBe(200)
    expect((await me({ cookie })).status).toBe(401)
    expect((await send('reset-password', { body })).status).toBe(400)
    await signIn('forgets@example.com', 'sentinel-password-3')
  })

  test('and tokens are not stored in clear text', async () => {
    await send('request-password-reset', { body: { email: 'changes@example.com' } })
    const [, token] = /password:\s+(\S+)/.exec(
      await people.mail.until('changes@example.com', 'new password'),
    )!
    const tables = await api.backing.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const rows = await api.backing.query(`select t::text from "${name}" t`)
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`sentinel-password|${token}`))
    }
  })

  test('cannot be guessed: frequent attempts of a client are refused, counted in Redis', async () => {
    const body = { email: 'first@example.com', password: 'wrong-password' }
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const tries: Awaited<ReturnType<typeof send>>[] = []
    for (let at = 0; at < 12; at++) tries.push(await send('sign-in/email', { body, headers }))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = tries.find(({ status }) => status === 429)
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await api.context.redis.keys('sign-in:203.0.113.9*')).toHaveLength(1)
    expect((await send('sign-in/email', { body })).status).toBe(401)
  })
})

const counterOf = (email: string, network = ''): string => {
  const address = createHash('sha256').update(email).digest('hex')
  return `sign-in:${address}|${network && `${network}|`}/sign-in/email`
}

describe('the number of attempts for one address', () => {
  test('is counted across clients, and successful sign-ins are not counted', async () => {
    const cookie = await newUser('target@example.com')
    await api.context.redis.set(counterOf('target@example.com'), 999, 'EX', 60)
    await signIn('target@example.com')
    await signIn('target@example.com')
    const body = { email: 'Target@example.com', password: PASSWORD }
    expect((await send('sign-in/email', { body: { ...body, password: 'wrong-password' } })).status).toBe(401)
    const refused = await send('sign-in/email', { body })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await me({ cookie })).status).toBe(200)
  })

  test.each([
    ['203.0.113.20', '203.0.113.20', '203.0.113.21'],
    ['2001:db8:7:1::1', '2001:db8:7', '2001:db8:8::1'],
  ])('refuses the network of %s alone after its wrong passwords', async (ip, network, elsewhere) => {
    const email = `locked-out-${network.length}@example.com`
    await newUser(email)
    await api.context.redis.set(counterOf(email, network), 18, 'EX', 60)
    const from = (address: string, password = PASSWORD) =>
      send('sign-in/email', { body: { email, password }, headers: { 'x-forwarded-for': address } })
    expect((await from(ip)).status).toBe(200)
    for (let times = 0; times < 2; times++) expect((await from(ip, 'wrong-password')).status).toBe(401)
    for (let times = 0; times < 3; times++) expect((await from(ip)).status).toBe(429)
    expect(await api.context.redis.get(counterOf(email))).toBe('2')
    expect((await from(elsewhere)).status).toBe(200)
  })

  test.each(['sign-up/email', 'request-password-reset', 'send-verification-email'])(
    'so that %s fills no mailbox',
    async (path) => {
      const body = { name: 'Ada', email: 'flooded@example.com', password: PASSWORD }
      const tries = []
      for (let at = 0; at < 11; at++) tries.push((await send(path, { body })).status)
      expect(tries).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    },
  )
})

test('sign-ins with an unconfirmed address fill no mailbox', async () => {
  const email = 'unconfirmed@example.com'
  await signUp(email)
  for (let times = 0; times < 11; times++)
    expect((await send('sign-in/email', { body: { email, password: PASSWORD } })).status).toBe(403)
  const sent = () => people.mail.count(email, 'verify-email')
  await until(() => sent() >= 10)
  await send('request-password-reset', { body: { email } })
  await people.mail.until(email, 'new password')
  expect(sent()).toBe(10)
})

describe('requests from pages of other sites', () => {
  const refused: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://sub.management.example.com' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]
  let cookie: string
  beforeAll(async () => {
    cookie = await newUser('pages@example.com')
  })

  test.each(refused)('G22, G23: %j can change nothing with the cookie', async (headers) => {
    const paths = ['/v1/auth/sign-out', '/v2/projects']
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      for (const path of paths) {
        const sent = { cookie, 'content-type': type, ...headers }
        const answer = await api.send(path, { method: 'POST', headers: sent, body: '{"name":"Mine"}' })
        expect(answer.status).toBe(403)
      }
    expect((await me({ cookie })).status).toBe(200)
    // A page cannot make a browser send a key that it does not have.
    const key = {
      'x-api-key': api.backing.keys.organisationKey,
      'content-type': 'application/json',
      ...headers,
    }
    const byKey = await api.send('/v2/projects', { method: 'POST', headers: key, body: '{"name":"Mine"}' })
    expect(byKey.status).toBe(200)
    const own = { cookie, 'content-type': 'application/json', origin: ORIGIN }
    const made = await api.send('/v2/projects', { method: 'POST', headers: own, body: '{"name":"Mine"}' })
    expect(made.status).toBe(200)
  })
})

describe('members', () => {
  test('can read and report only, admins can do everything', async () => {
    const cookie = await newUser('member@example.com')
    const { user } = (await me({ cookie })).body
    const join = (role: string) =>
      api.backing.query(
        `insert into members (id, organisation_id, user_id, role) values ('mem_joined', 'org_other', $1, $2)
         on conflict (id) do update set role = $2`,
        [user.id, role],
      )
    await join('member')
    const chosen = await send('organization/set-active', { cookie, body: { organizationId: 'org_other' } })
    expect(chosen.body).toMatchObject({ id: 'org_other', role: 'member' })
    const create = () =>
      api.send('/v2/projects', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: ORIGIN },
        body: '{"name":"New"}',
      })
    expect((await api.send('/v2/projects', { headers: { cookie } })).body.projects[0].id).toBe('proj_other')
    for (const { path, method, permission } of endpoints) {
      const named = path.replace(':org', 'org_other').replaceAll(/:\w+/g, 'nobody')
      const { status } = await api.send(`/v2${named}`, {
        method: method.toUpperCase(),
        headers: { cookie, origin: ORIGIN },
      })
      const isOpen = permission.endsWith(':read') || ['reports:write', 'sessions:write'].includes(permission)
      expect([named, status === 403]).toEqual([named, !isOpen])
    }
    await join('admin')
    expect((await create()).status).toBe(200)
    const listed = await send('organization/list', { cookie })
    expect(listed.body).toContainEqual(expect.objectContaining({ id: 'org_other', publicId: 'org_other' }))
    const { session } = (await send('get-session', { cookie })).body
    expect(session.activeOrganizationPublicId).toMatch(/^org_/)
    expect(session.activeOrganizationPublicId).toBe(session.activeOrganizationId)
    await api.backing.query(`delete from members where id = 'mem_joined'`)
    expect((await me({ cookie })).status).toBe(403)
  })

  test('cannot choose an organisation that they are not in', async () => {
    const cookie = await newUser('outsider@example.com')
    for (const organizationId of ['org_other', 'org_nobody', 7, null])
      expect((await send('organization/set-active', { cookie, body: { organizationId } })).status).toBe(404)
  })
})

describe('command lines', () => {
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'

  test('are authorised by a signed-in user, and stay so while they are used', async () => {
    const cookie = await newUser('device@example.com')
    const { body: code } = await send('device/code', { body: { client_id: 'cli' } })
    expect(code).toEqual({
      device_code: expect.any(String),
      user_code: expect.any(String),
      verification_uri: `${ORIGIN}/v1/auth/device`,
      verification_uri_complete: `${ORIGIN}/v1/auth/device?user_code=${code.user_code}`,
      expires_in: 1800,
      interval: 5,
    })
    const ask = () =>
      send('device/token', {
        body: { grant_type: grant, device_code: code.device_code, client_id: 'cli' },
      })
    expect(await ask()).toMatchObject({ status: 400, body: { error: 'authorization_pending' } })
    expect(await ask()).toMatchObject({ status: 400, body: { error: 'slow_down' } })
    await send(`device?user_code=${code.user_code}`, { cookie })
    const approved = await send('device/approve', { cookie, body: { userCode: code.user_code } })
    expect(approved.status).toBe(200)
    await api.backing.query(`update device_codes set last_polled_at = null`)
    const { body: token } = await ask()
    const authorization = `Bearer ${token.access_token}`
    expect((await me({ authorization })).body.user.email).toBe('device@example.com')
    expect((await send('get-session', { headers: { authorization } })).body.user.email).toBe(
      'device@example.com',
    )
    expect(await ask()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await api.backing.query(`update sessions set expires_at = now() + interval '5 days'`)
    expect((await me({ authorization })).status).toBe(200)
    const [used] = await api.backing.query<{ days: number }>(
      `select extract(day from max(expires_at) - now())::int as days from sessions`,
    )
    expect(used!.days).toBe(6)
    await send('sign-out', { body: {}, headers: { authorization } })
    expect((await me({ authorization })).status).toBe(401)
  })
})

test('the device flow does not reveal which users exist', async () => {
  const cookie = await newUser('device-target@example.com')
  const { user } = (await me({ cookie })).body
  for (const user_id of [user.id, 'usr_nobody', 7]) {
    const { status, body } = await send('device/code', { body: { client_id: 'cli', user_id } })
    const [row] = await api.backing.query(`select user_id from device_codes where user_code = $1`, [
      body.user_code,
    ])
    expect([status, row]).toEqual([200, { user_id: null }])
  }
})

describe('malformed input', () => {
  const strange = ['\0', 'x\0@example.com', '\ud800', 'x'.repeat(10_000), 7, null, true, [], {}]
  const paths = [
    'sign-up/email',
    'sign-in/email',
    'request-password-reset',
    'reset-password',
    'change-password',
  ]
  const devices = ['device/code', 'device/token', 'device/approve', 'organization/set-active']
  let cookie: string
  beforeAll(async () => void (cookie = await signIn('first@example.com')))

  // A sign-out, which ends the session, is the last.
  test.each([...paths, ...devices, 'send-verification-email', 'sign-out'])('%s refuses', async (path) => {
    const names = [
      'name',
      'email',
      'password',
      'token',
      'newPassword',
      'currentPassword',
      'client_id',
      'device_code',
    ]
    for (const value of strange) {
      const body = Object.fromEntries(
        [...names, 'userCode', 'organizationId', 'scope'].map((name) => [name, value]),
      )
      for (const sent of [body, { ...body, email: 'odd@example.com', name: 'Odd', client_id: 'cli' }])
        expect((await send(path, { cookie, body: sent })).status).toBeLessThan(500)
    }
  })

  test.each([
    'device?user_code=%00',
    'device?user_code=a&user_code=b',
    'verify-email?token=%00',
    'verify-email',
  ])('%s refuses', async (path) => expect((await send(path)).status).toBe(400))
})

test('other endpoints of the library are not available', async () => {
  for (const path of ['ok', 'list-sessions', 'sign-in/social', 'update-user', 'delete-user'])
    expect((await send(path, { body: {} })).status).toBe(404)
})
