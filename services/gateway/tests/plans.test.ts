import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import { RenderError } from '@render/errors'
import {
  connectBlocking,
  setMaintenance,
  publishAccountChange,
  UnrecoverableError,
  writeFailure,
} from '@render/jobs'
import { sendRequest, signLink, until, type ApiResponse } from '@render/testkit'
import { commitRecords } from './support/commit-records.ts'
import { useFakeIntervals } from './support/use-fake-intervals.ts'
import { useWorld } from './support/use-world.ts'

const ASYNC = '/v1/render/async'
const PERIOD = { from: '2026-11-20T10:00:00.000Z', until: '2036-12-20T10:00:00.000Z' }

describe('the plan of an organisation', () => {
  useFakeIntervals()
  const world = useWorld()
  const parts = new AsyncDisposableStack()
  /** Two gateways with one Redis and one management. */
  let gateways: string[]
  let redis: ReturnType<typeof connectBlocking>
  let organisations = 0
  let organisationId: string

  beforeAll(async () => {
    const other = parts.use(await world.startAnother())
    gateways = [world.url, `http://127.0.0.1:${other.port}`]
    redis = parts.adopt(connectBlocking(world.redis.url), (connection) => connection.disconnect())
  })

  afterAll(() => parts.disposeAsync())

  beforeEach(() => {
    organisationId = `org_${++organisations}`
  })

  function planned(plan: Partial<NonNullable<Account['plan']>>): Partial<Account> {
    const unlimited = { name: 'Some', rendersPerMinute: null, rendersPerPeriod: null, maxOutstanding: null }
    return {
      organisationId,
      project: { id: `proj_of_${organisationId}`, name: 'Shop', enabled: true },
      plan: { ...unlimited, ...plan },
      usage: { renders: 0, ...PERIOD },
    }
  }

  let sent = 0
  /** Sends requests to the gateways in turn. */
  function send(key: string, path: string, options?: object): Promise<ApiResponse> {
    return sendRequest(gateways[sent++ % gateways.length] + path, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(options && { method: 'POST', body: JSON.stringify(options) }),
    })
  }

  const summaryOf = ({ status, body }: ApiResponse) =>
    [status, body.error?.code, body.error?.message].filter(Boolean).join(' ')

  const rendersOf = ({ headers }: ApiResponse) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-renders-')))

  /** Counts succeeded renders, as management does. */
  function counting() {
    const counts = new Map<string, number>()
    const committing = commitRecords(world, [], (organisation, { status }) => {
      if (status === 'failed') return undefined
      counts.set(organisation, (counts.get(organisation) ?? 0) + 1)
      return { renders: counts.get(organisation)!, until: PERIOD.until }
    })
    return { counts, committing }
  }

  describe('renders in a period', () => {
    // Fails when admission reserves nothing.
    test('are not exceeded by many simultaneous requests to two gateways', async () => {
      const held = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await held.promise
        return world.succeed(job)
      }
      const { counts, committing } = counting()
      await using _ = await committing
      const key = world.management.addKey(planned({ trial: true, rendersPerPeriod: 10 }))
      const answers = await Promise.all(Array.from({ length: 30 }, () => send(key, ASYNC, { html: 'x' })))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused.length).toBe(20)
      for (const answer of refused) {
        expect(summaryOf(answer)).toMatch(/^429 RateLimitExceededError .*reserved by renders in progress/)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      held.resolve()
      await until(() => counts.get(organisationId) === 10)
      const last = await until(async () => {
        const answer = await send(key, ASYNC, { html: 'x' })
        return answer.status === 400 ? answer : undefined
      })
      expect(summaryOf(last)).toBe(
        `400 TrialUsageReached The quota is used up: the plan "Some" allows 10 renders until ${PERIOD.until}, and 0 are left.`,
      )
      expect(rendersOf(last)).toMatchObject({ 'x-renders-used': '10', 'x-renders-remaining': '0' })
    })

    // Fails when failed renders stay reserved, or succeeded ones are not counted at once.
    test('are used to the last one, and not one more, although some fail', async () => {
      let made = 0
      world.work.render = async (job) => {
        if (++made % 3 === 0) throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
        return world.succeed(job)
      }
      const { counts, committing } = counting()
      await using _ = await committing
      const key = world.management.addKey(planned({ rendersPerPeriod: 12 }))
      const codes = new Set<string>()
      const hammer = async () => {
        for (;;) {
          const { status, body } = await send(key, ASYNC, { html: 'x' })
          if (status !== 201) codes.add(body.error.code)
          if (status === 400) return
        }
      }
      await Promise.all([1, 2, 3, 4].map(hammer))
      expect(counts.get(organisationId)).toBe(12)
      expect([...codes].filter((code) => code !== 'RateLimitExceededError')).toEqual(['QuotaReached'])
    })

    test('are named in the refusal of a larger batch', async () => {
      const key = world.management.addKey({
        ...planned({ trial: true, rendersPerPeriod: 10 }),
        usage: { renders: 8, ...PERIOD },
      })
      const batch = await send(key, '/v1/render/batch', { renders: [1, 2, 3].map(() => ({ html: 'x' })) })
      expect(summaryOf(batch)).toMatch(/^400 TrialUsageReached The renders exceed the quota: .*2 are left/)
      expect((await send(key, ASYNC, { html: 'x' })).status).toBe(201)
    })

    // Fails when the gateway leaves out the usage of a period that has ended by its own clock.
    test('are limited while the clock of a gateway is ahead', async () => {
      const until = new Date(Date.now() + 1_800_000).toISOString()
      const key = world.management.addKey({
        ...planned({ rendersPerPeriod: 1 }),
        usage: { renders: 1, from: PERIOD.from, until },
      })
      const realNow = Date.now
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000)
      const answer = await send(key, ASYNC, { html: 'x' }).finally(() => clock.mockRestore())
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'QuotaReached'])
    })

    test('are those of the next period once it has begun, whether its usage is known or not', async () => {
      const key = world.management.addKey({
        ...planned({ rendersPerPeriod: 1 }),
        usage: { renders: 1, from: '2025-01-01T00:00:00.000Z', until: '2025-02-01T00:00:00.000Z' },
      })
      const answer = await send(key, ASYNC, { html: 'x' })
      expect([answer.status, rendersOf(answer)]).toEqual([201, {}])
    })
  })

  describe('features', () => {
    test.each<[object, string]>([
      [{ use_stealth: true }, 'use_stealth'],
      [{ retry_with: [{ useProxy: true }] }, 'use_proxy'],
      [{ use_llm: true }, 'use_llm'],
    ])('refuse %j without the feature', async (options, option) => {
      const key = world.management.addKey(planned({ features: ['pdf'] }))
      const answer = await send(key, ASYNC, { html: 'x', ...options })
      expect(summaryOf(answer)).toMatch(/^400 FeatureNotAvailableOnPlan .*the plan "Some"/)
      expect(answer.body.error.details).toMatchObject([{ option }])
      const batch = await send(key, '/v1/render/batch', {
        renders: [{ html: 'x' }, { html: 'x', ...options }],
      })
      expect(batch.body.error.details).toMatchObject([{ option: `renders[1].${option}` }])
    })

    test('refuse defaults of the project without the feature, and name the defaults as the cause', async () => {
      const { project, ...account } = planned({ features: [] })
      const defaults = { use_stealth: true }
      const key = world.management.addKey({ ...account, project: { ...project!, defaults } })
      expect(summaryOf(await send(key, ASYNC, { html: 'x' }))).toMatch(
        /^400 FeatureNotAvailableOnPlan In the project's defaults: "use_stealth" needs/,
      )
      expect((await send(key, ASYNC, { html: 'x', use_stealth: false })).status).toBe(201)
    })

    test('accept the features of the plan, and all when the plan has no list', async () => {
      for (const features of [['stealth'], ['*'], undefined]) {
        const key = world.management.addKey(planned(features ? { features } : {}))
        expect((await send(key, ASYNC, { html: 'x', use_stealth: true })).status).toBe(201)
      }
    })
  })

  test('is not described by the answer to a link, which everyone can read', async () => {
    const ask = async (plan: Partial<NonNullable<Account['plan']>>, query: Record<string, string>) => {
      const account = { ...planned(plan), usage: { renders: 98_765_432, ...PERIOD } }
      const answer = await world.ask(signLink(world.management.addLinkKeys(account), query))
      const shown = JSON.stringify([answer.body, ...answer.headers])
      for (const secret of ['Some', '98765432', PERIOD.until, 'x-renders'])
        expect([secret, shown.includes(secret)]).toEqual([secret, false])
      return summaryOf(answer)
    }
    const quota = { rendersPerPeriod: 98_765_432 }
    expect(await ask(quota, { html: 'x' })).toMatch(/^400 QuotaReached /)
    expect(await ask({ ...quota, trial: true }, { html: 'x' })).toMatch(/^400 TrialUsageReached /)
    expect(await ask({ features: [] }, { html: 'x', use_stealth: 'true' })).toMatch(
      /^400 FeatureNotAvailableOnPlan "use_stealth" needs the feature "stealth"/,
    )
  })

  describe('usage for older clients', () => {
    test.each([
      [{ rendersPerPeriod: 10 }, 7, { rendersUsed: 7, rendersAllowed: 10, rendersRemaining: 3 }],
      [{ rendersPerPeriod: 5 }, 7, { rendersUsed: 7, rendersAllowed: 5, rendersRemaining: 0 }],
      [
        {},
        7,
        {
          rendersUsed: 7,
          rendersAllowed: Number.MAX_SAFE_INTEGER,
          rendersRemaining: Number.MAX_SAFE_INTEGER,
        },
      ],
    ])('is returned for %j with %i used', async (plan, used, counts) => {
      const account = { ...planned(plan), usage: { renders: used, ...PERIOD } }
      const key = world.management.addKey(account)
      expect((await send(key, '/v1/usage')).body).toEqual(counts)
      expect((await send(key, '/v1/user/me')).body).toEqual({
        rendersUsed: used,
        currentPeriodStart: PERIOD.from,
        currentPeriodEnd: PERIOD.until,
        plan: 'Some',
        stats: counts,
        projects: [account.project],
      })
    })

    test('is returned without a plan', async () => {
      const key = world.management.addKey({ ...planned({}), plan: null })
      const none = { rendersUsed: 0, rendersAllowed: 0, rendersRemaining: 0 }
      expect((await send(key, '/v1/usage')).body).toEqual(none)
      expect((await send(key, '/v1/user/me')).body).toMatchObject({ plan: null, stats: none })
    })

    test('needs a key', async () => {
      for (const path of ['/v1/usage', '/v1/user/me'])
        expect(summaryOf(await sendRequest(world.url + path))).toMatch(/^401 NoApiKeySupplied/)
    })

    test('is 503 while the current period is not known', async () => {
      const key = world.management.addKey({ ...planned({}), usage: undefined })
      expect(summaryOf(await send(key, '/v1/usage'))).toMatch(/^503 ServiceUnavailable/)
    })
  })

  describe('during maintenance', () => {
    test('no gateway makes renders, and all other requests are answered', async () => {
      const key = world.management.addKey(planned({}))
      const named = {
        'idempotency-key': 'before',
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      }
      const repeat = () =>
        sendRequest(world.url + ASYNC, {
          method: 'POST',
          headers: named,
          body: JSON.stringify({ html: 'x' }),
        })
      const { renderId } = (await repeat()).body
      const { body: made } = await send(key, '/v1/render/sync', { html: 'x' })
      await setMaintenance(redis, {
        since: new Date().toISOString(),
        retryAfterSeconds: 900,
        message: 'Back at noon.',
      })
      const batch = { renders: [{ html: 'x' }] }
      for (const [path, options] of [
        [ASYNC, { html: 'x' }],
        ['/v1/render/sync', { html: 'x' }],
        ['/v1/render/batch', batch],
        ['/v1/render/batch', batch],
      ] as const) {
        const answer = await send(key, path, options)
        expect(summaryOf(answer)).toBe('503 ServiceUnavailable Back at noon.')
        expect(answer.headers.get('retry-after')).toBe('900')
      }
      for (const path of [
        `/v1/render/${made.renderId}`,
        `/v1/redirect/${made.renderId}/1`,
        new URL(made.renderUrl).pathname,
        '/v1/usage',
        '/v1/options',
        '/ready',
      ])
        expect([path, (await send(key, path)).status]).toEqual([path, 200])
      expect((await repeat()).body.renderId).toBe(renderId)
      const unknown = `/v1/render/${renderId.replace(/^./, 'f')}`
      const deleting = { method: 'DELETE', headers: { authorization: `Bearer ${key}` } }
      expect(summaryOf(await sendRequest(world.url + unknown, deleting))).toMatch(/^404 RenderNotFound/)
      await setMaintenance(redis, null)
      for (const _gateway of gateways) expect((await send(key, ASYNC, { html: 'x' })).status).toBe(201)
    })
  })

  describe('a key', () => {
    const untilRefused = async (key: string, code: string) => {
      for (const gateway of gateways)
        await until(async () => {
          const answer = await sendRequest(`${gateway}/v1/usage`, {
            headers: { authorization: `Bearer ${key}` },
          })
          return answer.body.error?.code === code
        })
    }

    test.each([
      ['at once when the change is published', true],
      ['soon when it is not', false],
    ])('G06 that was revoked is refused by every gateway, %s', async (_, isTold) => {
      const key = world.management.addKey(planned({}))
      for (const _gateway of gateways) expect((await send(key, '/v1/usage')).status).toBe(200)
      world.management.revoke(key)
      if (isTold) publishAccountChange(redis, organisationId)
      else jest.advanceTimersByTime(5000)
      await untilRefused(key, 'ApiKeyNotFound')
    })

    test('stays revoked while management is unavailable', async () => {
      const key = world.management.addKey(planned({}))
      for (const _gateway of gateways) expect((await send(key, '/v1/usage')).status).toBe(200)
      world.management.revoke(key)
      publishAccountChange(redis, organisationId)
      await untilRefused(key, 'ApiKeyNotFound')
      await world.management.leave()
      // The gateways ask management again about a key that they refused long enough ago.
      const now = Date.now.bind(Date)
      const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
      await untilRefused(key, 'ServiceUnavailable')
      later.mockRestore()
      await world.management.comeBack()
    })

    test('of a blocked organisation is refused with the status and message of the operator', async () => {
      const key = world.management.addKey(planned({}))
      expect((await send(key, '/v1/usage')).status).toBe(200)
      world.management.changeAccount(key, {
        ...planned({}),
        blocked: { statusCode: 403, message: 'Write to us.' },
      })
      publishAccountChange(redis, null)
      await untilRefused(key, 'AccountBlocked')
      for (const _gateway of gateways)
        expect(summaryOf(await send(key, ASYNC, { html: 'x' }))).toBe('403 AccountBlocked Write to us.')
    })
  })
})
