import { afterEach, describe, expect, test } from '@jest/globals'
import { hashApiKey } from '@render/vault'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { findAccount } from '../../src/accounts/find-account.ts'
import { openPlansFile } from '../../src/plans/plans-file.ts'
import { listPlans } from '../../src/plans/stored-plans.ts'
import { watchPlans } from '../../src/plans/watch-plans.ts'
import { decideReport } from './decide-report.ts'
import { operate } from './operate.ts'
import { reportOne } from './report-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()
const organisation = () => `organisations/${api.backing.owner.organisationId}`
const account = () => findAccount(api.context.database, hashApiKey(api.backing.keys.secretKey), api.context)

async function send(path: string, change?: object, method?: string) {
  const answer = await operate(api, path, change, { method })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, body: (await answer.json()) as any }
}

const small = {
  trial: true,
  rendersPerPeriod: 100,
  rendersPerMinute: 30,
  maxOutstanding: 5,
  maxMembers: 2,
  features: ['pdf'],
}

describe('PUT /internal/v1/plans/{name}', () => {
  test('creates and replaces a plan, with defaults for absent members', async () => {
    expect(await send('plans/Small', small, 'PUT')).toEqual({
      status: 200,
      body: { plan: { name: 'Small', ...small } },
    })
    expect((await send('plans')).body.plans).toContainEqual({ name: 'Small', ...small })
    const { body } = await send('plans/Small', { rendersPerPeriod: 200 }, 'PUT')
    expect(body.plan).toMatchObject({ trial: false, rendersPerPeriod: 200, features: ['*'] })
    expect((await send('plans')).body.plans).toContainEqual(body.plan)
  })

  test.each<[object, string]>([
    [{ rendersPerPeriod: 'many' }, 'rendersPerPeriod'],
    [{ features: ['pfd'] }, 'features'],
    [{ quota: 1 }, 'quota'],
  ])('400: %j', async (plan, option) => {
    const { status, body } = await send('plans/Small', plan, 'PUT')
    expect([status, body.error.details[0].option]).toEqual([400, option])
  })

  test('400: a plan of the plans file', async () => {
    const { status, body } = await send('plans/Unlimited', small, 'PUT')
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('plans file')])
  })

  test('401: is for operators only', async () => {
    const token = api.context.tokens.gateway[0]!
    expect((await operate(api, 'plans/Small', small, { method: 'PUT', token })).status).toBe(401)
    expect((await operate(api, 'plans', undefined, { token })).status).toBe(401)
  })
})

describe('PATCH /internal/v1/organisations/{organisation}', () => {
  afterEach(() => send(organisation(), { plan: 'Unlimited', activeUntil: null, accountBlocked: null }))

  test('sets and removes the plan and the end of the subscription', async () => {
    await send('plans/Small', small, 'PUT')
    const activeUntil = '2096-12-31T22:00:00.000Z'
    const changed = await send(organisation(), { plan: 'Small', activeUntil: '2096-12-31T23:00:00+01:00' })
    expect(changed).toEqual({ status: 200, body: { plan: 'Small', activeUntil, accountBlocked: null } })
    const { maxMembers: _, ...limits } = small
    expect(await account()).toMatchObject({ plan: { name: 'Small', ...limits }, activeUntil })
    expect((await api.ask('getOrganisation')).body).toMatchObject({
      members: { count: 1, limit: 2 },
      features: { pdf: true, video: false, llm: false },
    })
    expect((await api.ask('getUsage')).body.renderQuota).toBe(100)
    expect((await send(organisation(), { plan: null })).body).toMatchObject({ plan: null, activeUntil })
    expect(await account()).toMatchObject({ plan: null, activeUntil })
  })

  test.each<[object, string]>([
    [{}, 'plan'],
    [{ plan: 'None such' }, 'plan'],
    [{ plan: 7 }, 'plan'],
    [{ activeUntil: 'tomorrow' }, 'activeUntil'],
    [{ accountBlocked: { by: '', reason: 'trial_abuse' } }, 'accountBlocked.by'],
    [{ accountBlocked: { by: 'me', reason: 'other' } }, 'accountBlocked.reason'],
    [
      { accountBlocked: { by: 'me', reason: 'trial_abuse', response: { statusCode: 200, message: 'x' } } },
      'accountBlocked.response.statusCode',
    ],
    [{ quota: 7 }, 'quota'],
  ])('400: %j', async (change, option) => {
    const { status, body } = await send(organisation(), change)
    expect([status, body.error.details[0].option]).toEqual([400, option])
  })

  test('401: is for operators only', async () => {
    const token = api.context.tokens.gateway[0]!
    expect((await operate(api, organisation(), { accountBlocked: null }, { token })).status).toBe(401)
  })

  test('404: an organisation that does not exist', async () => {
    expect((await send('organisations/org_nobody', { plan: 'Unlimited' })).status).toBe(404)
  })
})

describe('PATCH /internal/v1/organisations/{organisation}/render-reports/{report}', () => {
  test('400: an unknown state', async () => {
    expect(await decideReport(api, (await reportOne(api)).id, { state: 'forgotten' })).toBe(400)
  })

  test('404: a report that does not exist', async () => {
    expect(await decideReport(api, 'rpt_nobody', { state: 'open' })).toBe(404)
  })
})

describe('/internal/v1/maintenance', () => {
  test('is off, is switched on with a message to callers, and off again', async () => {
    expect((await send('maintenance')).body).toEqual({ maintenance: null })
    const answered = { retryAfterSeconds: 90, message: 'Back at noon.' }
    for (const [wanted, expected] of [
      [{}, { retryAfterSeconds: 60, message: null }],
      [answered, answered],
    ]) {
      const { body } = await send('maintenance', { maintenance: wanted }, 'PUT')
      expect(body.maintenance).toEqual({ ...expected, since: expect.any(String) })
      expect((await send('maintenance')).body).toEqual(body)
    }
    expect((await send('maintenance', { maintenance: null }, 'PUT')).body).toEqual({ maintenance: null })
    expect((await send('maintenance')).body).toEqual({ maintenance: null })
  })

  test.each<object>([
    {},
    { maintenance: true },
    { maintenance: { retryAfterSeconds: 0 } },
    { maintenance: { retryAfterSeconds: '5' } },
    { maintenance: { message: '' } },
  ])('400: %j', async (body) => {
    expect((await send('maintenance', body, 'PUT')).status).toBe(400)
  })

  test('401: is for operators only', async () => {
    const token = api.context.tokens.gateway[0]!
    expect((await operate(api, 'maintenance', { maintenance: {} }, { method: 'PUT', token })).status).toBe(
      401,
    )
  })
})

describe('the plans file', () => {
  test('is stored at start and when it changes, but not while it is invalid', async () => {
    const folder = await mkdtemp(`${tmpdir()}/plans-`)
    const path = `${folder}/plans.json`
    const write = (plans: unknown) => writeFile(path, JSON.stringify(plans))
    const named = async (name: string) =>
      (await listPlans(api.context.database)).find((plan) => plan.name === name)
    const errors: string[] = []
    const logger = {
      info() {},
      warn() {},
      error: (details: object) => void errors.push((details as { error: string }).error),
    }

    await write([{ name: 'Filed', rendersPerPeriod: 1 }])
    const plansFile = await openPlansFile(path)
    using watch = watchPlans({ ...api.context, plansFile, logger })
    await watch.check()
    expect(await named('Filed')).toMatchObject({ rendersPerPeriod: 1 })

    await write([{ name: 'Filed', rendersPerPeriod: -1 }])
    await watch.check()
    await watch.check()
    expect(errors).toEqual([expect.stringContaining('Plan "Filed": "rendersPerPeriod" must be >= 0.')])
    expect(await named('Filed')).toMatchObject({ rendersPerPeriod: 1 })

    await write([{ name: 'Another' }])
    await watch.check()
    expect(await named('Another')).toMatchObject({ rendersPerPeriod: null })
    expect(await named('Filed')).toMatchObject({ rendersPerPeriod: 1 })
    await rm(folder, { recursive: true })
  })
})
