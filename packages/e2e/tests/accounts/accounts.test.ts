import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  sendRequest,
  createRenderClient,
  startSinglePostgres,
  startTestStack,
  until,
  type ApiResponse,
  type SingleServer,
  type TestStack,
} from '@render/testkit'
import { Client } from 'pg'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between requests that wait for an account's new state, which the gateway learns within seconds. */
const PAUSE_MS = 200
/** A mock render of this size is small, and does not count as usage. */
const mock = { html: 'x', mock: true, width: 10, height: 10 }

describe('account state', () => {
  let postgres: SingleServer
  let stack: TestStack
  let database: Client
  let folder: string
  let organisation: string
  let project: string

  beforeAll(async () => {
    postgres = await startSinglePostgres()
    folder = await mkdtemp(`${tmpdir()}/plans-`)
    await writePlans([])
    const environment = { DATABASE_URL: postgres.url, PLANS_FILE: `${folder}/plans.json` }
    stack = await startTestStack({ environment })
    database = new Client({ connectionString: postgres.url })
    await database.connect()
    organisation = (await manage('GET', '/organisation')).body.id
    project = `/organisation/${organisation}/projects/${(await manage('GET', '/projects')).body.projects[0].id}`
  }, 120_000)

  afterAll(async () => {
    await database?.end()
    await stack?.stop()
    await postgres?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  const writePlans = (plans: object[]) =>
    writeFile(`${folder}/plans.json`, JSON.stringify([{ name: 'Unlimited' }, ...plans]))

  const json = (method: string, headers: Record<string, string>, body?: object) => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

  /** Calls the Management API as the organisation. */
  const manage = (method: string, path: string, body?: object): Promise<ApiResponse> =>
    sendRequest(
      stack.info.managementUrl + path,
      json(method, { 'x-api-key': stack.info.organisationKey }, body),
    )

  /** Calls the internal API as an operator. */
  async function operate(method: string, path: string, body?: object): Promise<ApiResponse> {
    const { ports, operatorToken } = stack.info
    const url = `http://127.0.0.1:${ports.managementInternal}/internal/v1/${path}`
    const answer = await sendRequest(url, json(method, { authorization: `Bearer ${operatorToken}` }, body))
    expect(answer.status).toBe(200)
    return answer
  }

  const change = (standing: object) => operate('PATCH', `organisations/${organisation}`, standing)
  const usage = async () =>
    (
      await sendRequest(
        `${stack.info.baseUrl}/v1/usage`,
        json('GET', { authorization: `Bearer ${stack.info.secretKey}` }),
      )
    ).body

  const statusAndCode = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? 'none'}`
  const create = (options: object = {}) => stack.client.async({ ...mock, ...options })
  const untilResponse = (expected: string, send = create) =>
    until(async () => {
      if (statusAndCode(await send()) === expected) return true
      await sleep(PAUSE_MS)
      return false
    })

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
    [
      'a disabled project',
      () => manage('PATCH', project, { enabled: false }),
      () => manage('PATCH', project, { enabled: true }),
      '401 ProjectNotEnabled',
    ],
    [
      'an organisation without a plan',
      () => change({ plan: null }),
      () => change({ plan: 'Unlimited' }),
      '400 NoPlan',
    ],
    [
      'an expired subscription',
      () => change({ activeUntil: new Date(Date.now() - 1000).toISOString() }),
      () => change({ activeUntil: null }),
      '400 NotActive',
    ],
    [
      'a blocked organisation',
      () =>
        change({
          accountBlocked: {
            by: 'somebody',
            reason: 'trial_abuse',
            response: { statusCode: 403, message: 'Please write to us.' },
          },
        }),
      () => change({ accountBlocked: null }),
      '403 AccountBlocked',
    ],
    [
      'an unconfirmed user',
      () => database.query('UPDATE users SET email_verified = false'),
      () => database.query('UPDATE users SET email_verified = true'),
      '400 NotConfirmed',
    ],
    [
      'a service under maintenance',
      () => operate('PUT', 'maintenance', { maintenance: {} }),
      () => operate('PUT', 'maintenance', { maintenance: null }),
      '503 ServiceUnavailable',
    ],
  ])(
    'G04 %s is rejected within seconds and accepted again afterwards',
    async (_, refuse, restore, expected) => {
      expect((await create()).status).toBe(201)
      await refuse()
      await untilResponse(expected)
      await restore()
      await untilResponse('201 none')
    },
  )

  test('a key works as soon as it is created and not after it is revoked', async () => {
    const { apiSecret, apiCredentials } = (await manage('POST', `${project}/api-credentials`)).body
    const [{ id }] = apiCredentials
    const client = createRenderClient(stack.info.baseUrl, apiSecret)
    expect((await client.sync(mock)).status).toBe(200)
    await manage('DELETE', `${project}/api-credentials/${id}`)
    await untilResponse('401 ApiKeyNotFound', () => client.async(mock))
  })

  describe('on a small plan', () => {
    afterEach(() => change({ plan: 'Unlimited' }))

    test('never renders more than the quota, even with concurrent requests', async () => {
      await operate('PUT', 'plans/Small', { rendersPerPeriod: 5, trial: true })
      await change({ plan: 'Small' })
      await until(async () => (await usage()).rendersRemaining === 5)
      const answers = await Promise.all(Array.from({ length: 15 }, () => create({ mock: false })))
      const accepted = answers.filter(({ status }) => status === 201)
      expect(accepted.length).toBe(5)
      for (const { body } of accepted)
        expect((await stack.client.untilFinished(body.statusUrl)).body.status).toBe('succeeded')
      await untilResponse('400 TrialUsageReached')
      expect((await manage('GET', '/usage')).body).toMatchObject({ rendersUsed: 5, renderQuota: 5 })
      await until(async () => (await usage()).rendersRemaining === 0)
    })

    test('rejects a missing feature until the plans file includes it', async () => {
      const stealthy = () => create({ use_stealth: true })
      await writePlans([{ name: 'Filed', features: ['pdf'] }])
      await until(async () => (await operate('GET', 'plans')).body.plans.some(isFiled))
      await change({ plan: 'Filed' })
      await untilResponse('400 FeatureNotAvailableOnPlan', stealthy)
      expect((await manage('GET', '/organisation')).body.features).toMatchObject({
        pdf: true,
        stealth: false,
      })
      await writePlans([{ name: 'Filed', features: ['pdf', 'stealth'] }])
      await untilResponse('201 none', stealthy)
    })

    const isFiled = ({ name }: { name: string }) => name === 'Filed'
  })
})
