import { describe, expect, test } from '@jest/globals'
import { subscribeAccountChanges } from '@render/jobs'
import { hashApiKey } from '@render/vault'
import { until } from '@render/testkit'
import { commands } from '../src/admin/commands.ts'
import { runAdmin } from '../src/admin/run-admin.ts'
import { findAccount } from '../src/accounts/find-account.ts'
import { recordOne } from './api/record-one.ts'
import { ORIGIN, usePeople } from './api/use-people.ts'
import { runCommand } from './run-command.ts'

const people = usePeople()
const { api } = people

/** Runs a command that succeeds and returns its output. */
// oxlint-disable-next-line typescript/no-explicit-any
async function admin(...words: string[]): Promise<any> {
  const { exitCode, text } = await runAdmin(words, api.backing.environment)
  expect([exitCode, text]).toEqual([0, text])
  return JSON.parse(text)
}

const fails = (...words: string[]) => runAdmin(words, api.backing.environment)

const account = (key: string) => findAccount(api.context.database, hashApiKey(key), api.context)

describe('help', () => {
  test('names every command', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      const { exitCode, text } = await runAdmin(words, {})
      expect(exitCode).toBe(0)
      for (const { name, summary } of commands) expect(text).toMatch(new RegExp(`  ${name} +${summary}`))
    }
  })

  test.each(commands.map((each) => [each.name, each] as const))(
    'tells how %s is used',
    async (name, command) => {
      const { exitCode, text } = await runAdmin([name, '--help'], {})
      expect(exitCode).toBe(0)
      for (const [option, { about, value }] of Object.entries(command.options)) {
        expect(text).toContain(`--${option} ${value}`)
        expect(text).toContain(about)
      }
    },
  )

  test.each([
    ['an unknown command', ['fly'], 'Unknown command "fly".'],
    ['an unknown option', ['set-plan', '--colour', 'red'], "Unknown option '--colour'"],
    ['no value', ['set-plan', '--plan'], '--plan'],
    ['a word that is not an option', ['list-plans', 'all'], 'all'],
    ['a missing option', ['set-plan', '--organisation', 'org_x'], '--plan is required.'],
    [
      'an invalid choice',
      ['list-reports', '--state', 'lost'],
      '--state must be one of open, in_review, resolved.',
    ],
  ])('is printed with the error: %s', async (_, words, message) => {
    const { exitCode, text } = await runAdmin(words, api.backing.environment)
    expect(exitCode).toBe(2)
    expect(text).toContain(message)
  })

  test('names the missing environment variable', async () => {
    const { exitCode, text } = await runAdmin(['list-plans'], {})
    expect(exitCode).toBe(1)
    expect(text).toContain('DATABASE_URL')
  })
})

test('runs as a program', async () => {
  const { DATABASE_URL, REDIS_URL, VAULT_KEYS } = api.backing.environment
  const output = await runCommand('admin.ts', { DATABASE_URL, REDIS_URL, VAULT_KEYS }, ['list-plans'])
  expect(JSON.parse(output).plans).toContainEqual(expect.objectContaining({ name: 'Unlimited' }))
})

describe('organisations', () => {
  test('are created with valid keys and an owner', async () => {
    await people.newUser('owner@example.com')
    const made = await admin(
      'create-organisation',
      '--name',
      'Acme',
      '--plan',
      'Unlimited',
      '--owner',
      'Owner@example.com',
    )
    expect(await account(made.secretKey)).toMatchObject({
      organisationId: made.organisationId,
      project: { id: made.projectId },
      plan: { name: 'Unlimited' },
      user: { confirmed: true },
    })
    expect(made.webhookSecret).toMatch(/^whsec_/)
    const asThem = { key: made.managementKey, params: { org: made.organisationId } }
    expect((await api.ask('listMembers', asThem)).body.members).toMatchObject([{ role: 'owner' }])
    expect((await api.ask('listAudit', asThem)).body.entries).toMatchObject([
      { action: 'createOrganisation', actor: { kind: 'operator', id: null }, subjectId: made.organisationId },
    ])
    const { organisations } = await admin('list-organisations')
    expect(organisations).toContainEqual(
      expect.objectContaining({
        id: made.organisationId,
        owners: ['owner@example.com'],
        projects: 1,
        members: 1,
      }),
    )
  })

  test.each([
    ['a plan', ['--plan', 'Nothing']],
    ['an owner', ['--owner', 'nobody@example.com']],
  ])('are not created with a non-existent %s', async (_, words) => {
    const before = await admin('list-organisations')
    expect((await fails('create-organisation', '--name', 'Never', ...words)).exitCode).toBe(2)
    expect(await admin('list-organisations')).toEqual(before)
  })

  test('are not created for a user who has not confirmed the address', async () => {
    await people.signUp('unconfirmed@example.com')
    const before = await admin('list-organisations')
    const words = ['--name', 'Never', '--owner', 'unconfirmed@example.com']
    expect((await fails('create-organisation', ...words)).text).toContain('has not confirmed the address')
    expect(await admin('list-organisations')).toEqual(before)
  })

  test('get a plan and lose it', async () => {
    const { organisationId, secretKey } = await admin('create-organisation', '--name', 'Planned')
    expect((await account(secretKey))!.plan).toBeNull()
    const set = ['set-plan', '--organisation', organisationId]
    expect(await admin(...set, '--plan', 'Unlimited', '--until', '2030-01-31')).toMatchObject({
      plan: 'Unlimited',
      activeUntil: '2030-01-31T00:00:00.000Z',
    })
    expect(await account(secretKey)).toMatchObject({ plan: { name: 'Unlimited' } })
    expect(await admin(...set, '--plan', 'none', '--until', 'never')).toMatchObject({
      plan: null,
      activeUntil: null,
    })
    expect((await fails(...set, '--plan', 'Nothing')).text).toContain('"plan" must be the name of a plan')
    expect((await fails(...set, '--plan', 'none', '--until', 'soon')).exitCode).toBe(2)
    expect((await fails('set-plan', '--organisation', 'org_nobody', '--plan', 'none')).exitCode).toBe(2)
  })

  test('are blocked and unblocked', async () => {
    const { organisationId, secretKey } = await admin('create-organisation', '--name', 'Blocked')
    const block = ['block-organisation', '--organisation', organisationId]
    await admin(...block, '--by', 'me', '--status', '402', '--message', 'Pay.')
    expect((await account(secretKey))!.blocked).toEqual({ statusCode: 402, message: 'Pay.' })
    for (const words of [
      ['--status', '402'],
      ['--message', 'x'],
      ['--status', '200', '--message', 'x'],
    ])
      expect((await fails(...block, ...words)).exitCode).toBe(2)
    await admin('unblock-organisation', '--organisation', organisationId)
    expect((await account(secretKey))!.blocked).toBeUndefined()
  })
})

test('gateways are notified at once of changes to an organisation', async () => {
  const received: unknown[] = []
  using _ = subscribeAccountChanges(api.context.blockingRedis, (organisationId) =>
    received.push(organisationId),
  )
  await until(async () => (await api.context.redis.pubsub('NUMSUB', 'account-changes'))[1])
  const { organisationId } = await admin('create-organisation', '--name', 'Heard')
  const of = ['--organisation', organisationId]
  const changes = [
    ['set-plan', ...of, '--plan', 'Unlimited'],
    ['block-organisation', ...of],
    ['unblock-organisation', ...of],
    ['create-user', ...of, '--email', 'heard@example.com', '--name', 'Heard'],
  ]
  for (const [at, words] of changes.entries()) {
    await admin(...words)
    await until(() => received.length > at)
  }
  expect(received).toEqual(changes.map(() => organisationId))
})

test('organisations are blocked while Redis is unavailable', async () => {
  const { organisationId, secretKey } = await admin('create-organisation', '--name', 'SingleServer')
  const words = ['block-organisation', '--organisation', organisationId]
  const alone = { ...api.backing.environment, REDIS_URL: 'redis://127.0.0.1:9' }
  expect(await runAdmin(words, alone)).toMatchObject({ exitCode: 0 })
  expect((await account(secretKey))!.blocked).toEqual({})
})

describe('users', () => {
  test('are created with a valid password in the given organisation', async () => {
    const words = [
      '--email',
      'New@example.com',
      '--name',
      'New',
      '--organisation',
      'org_other',
      '--role',
      'admin',
    ]
    expect((await fails('create-user', ...words)).text).toContain('needs a plan')
    await admin('set-plan', '--organisation', 'org_other', '--plan', 'Unlimited')
    const { userId, email, password } = await admin('create-user', ...words)
    const cookie = await people.signIn('new@example.com', password)
    expect((await people.me({ cookie })).body).toMatchObject({
      user: { id: userId, email, emailVerified: true },
      organisations: [{ id: 'org_other', role: 'admin', active: true }],
    })
    const made = await api.send('/v2/projects', {
      method: 'POST',
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      body: '{"name":"Theirs"}',
    })
    expect(made.status).toBe(200)
    expect((await fails('create-user', ...words)).text).toContain('A user "new@example.com" already exists.')
  })

  test('get an organisation of their own when none is given', async () => {
    const { password } = await admin('create-user', '--email', 'alone@example.com', '--name', 'SingleServer')
    const cookie = await people.signIn('alone@example.com', password)
    expect((await people.me({ cookie })).body.organisations).toMatchObject([
      { name: 'SingleServer', role: 'owner' },
    ])
  })

  test('are limited by the plan of the organisation', async () => {
    const { organisationId } = await admin('create-organisation', '--name', 'Small', '--plan', 'Unlimited')
    const join = (email: string) => [
      'create-user',
      '--email',
      email,
      '--name',
      'x',
      '--organisation',
      organisationId,
    ]
    await admin(...join('small1@example.com'))
    const allow = (members: number) => api.backing.query('update plans set max_members = $1', [members])
    const [before] = await api.backing.query<{ most: number }>('select max_members as most from plans')
    await allow(1)
    expect((await fails(...join('small2@example.com'))).text).toContain('allows 1 members')
    await allow(before!.most)
    await admin(...join('small2@example.com'))
  })

  test('are not created from invalid options', async () => {
    expect((await fails('create-user', '--email', 'x', '--name', 'x')).exitCode).toBe(2)
    const elsewhere = ['--email', 'y@example.com', '--name', 'y', '--organisation', 'org_nobody']
    expect((await fails('create-user', ...elsewhere)).text).toContain('Unknown organisation')
  })
})

test('reports are listed and answered', async () => {
  const renderId = await recordOne(api)
  const { body } = await api.ask('createReport', { body: { renderId, category: 'other', comment: 'Odd.' } })
  expect((await admin('list-reports')).reports).toMatchObject([{ id: body.id, comment: 'Odd.' }])
  await admin('answer-report', '--report', body.id, '--state', 'resolved', '--message', 'Mended.')
  expect((await admin('list-reports')).reports).toEqual([])
  expect((await admin('list-reports', '--state', 'resolved', '--organisation', 'org_other')).reports).toEqual(
    [],
  )
  expect((await api.ask('listReports', { query: { renderId } })).body.renderReports).toMatchObject([
    { state: 'resolved', resolutionMessage: 'Mended.', hasUnseenResolution: true },
  ])
  expect((await fails('answer-report', '--report', 'rpt_nobody', '--state', 'open')).exitCode).toBe(2)
})

test('maintenance is switched on and off', async () => {
  expect(await admin('maintenance')).toEqual({ maintenance: null })
  const on = { retryAfterSeconds: 120, message: 'Back soon.' }
  await admin('maintenance', '--switch', 'on', '--retry-after', '120', '--message', 'Back soon.')
  expect(await admin('maintenance')).toMatchObject({ maintenance: on })
  expect((await fails('maintenance', '--switch', 'on', '--retry-after', '0')).exitCode).toBe(2)
  expect((await fails('maintenance', '--switch', 'on', '--message', 'a'.repeat(501))).exitCode).toBe(2)
  expect(await admin('maintenance', '--switch', 'off')).toEqual({ maintenance: null })
})

test('secrets are resealed', async () => {
  expect(await admin('reseal')).toEqual({ resealed: 0, lost: 0 })
})
