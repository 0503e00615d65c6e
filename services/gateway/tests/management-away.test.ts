import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { until } from '@render/testkit'
import { commitRecords } from './support/commit-records.ts'
import { useFakeIntervals } from './support/use-fake-intervals.ts'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'

/** Accounts in use are refreshed at shorter intervals. */
const REFRESHED_MS = 5000

describe('while management is unavailable', () => {
  useFakeIntervals()
  const world = useWorld()

  beforeAll(async () => {
    expect((await world.post('/v1/render/sync', { html: 'the key is known now' })).status).toBe(200)
  })

  afterEach(async () => {
    await world.management.leave()
    await world.management.comeBack()
  })

  function postWith(key: string) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return world.post('/v1/render/sync', { html: 'x' }, { headers })
  }

  test('a cached key stays valid, also when it should be refreshed', async () => {
    await world.management.leave()
    expect((await postWith(world.key)).status).toBe(200)
    jest.advanceTimersByTime(REFRESHED_MS)
    // This request reaches management after the refresh, and fails as it did.
    expect((await postWith(world.management.addKey())).status).toBe(503)
    expect((await postWith(world.key)).status).toBe(200)
  })

  test('an unknown key is 503 with Retry-After, and valid once management is back', async () => {
    const key = world.management.addKey()
    await world.management.leave()
    const { status, headers, body } = await postWith(key)
    expect([status, body.error.code]).toEqual([503, 'ServiceUnavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await world.management.comeBack()
    expect((await postWith(key)).status).toBe(200)
  })

  test('renders in the queue can be read, others are 503 and not 404', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await world.post('/v1/render/async', { html: 'x' })).body.renderId as string),
    )
    const [recorded, queued] = ids as [string, string]
    await Promise.all(ids.map((id) => untilEnded(world, id)))
    {
      await using _ = await commitRecords(world, [recorded])
    }
    const late = (await world.post('/v1/render/async', { html: 'x' })).body.renderId as string
    await untilEnded(world, late)
    await world.management.leave()
    expect((await world.ask(`/v1/render/${late}`)).body.status).toBe('succeeded')
    for (const path of [`/v1/render/${recorded}`, `/v1/redirect/${queued}/1`]) {
      const answer = await world.ask(path)
      expect([answer.status, answer.body.error.code]).toEqual([503, 'ServiceUnavailable'])
    }
  })
})

describe('a revoked key', () => {
  useFakeIntervals()
  const world = useWorld()

  test('is refused within seconds', async () => {
    const key = world.management.addKey()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const post = () => world.post('/v1/render/async', { html: 'x' }, { headers })
    expect((await post()).status).toBe(201)
    world.management.revoke(key)
    expect((await post()).status).toBe(201)
    jest.advanceTimersByTime(REFRESHED_MS)
    const answer = await until(async () => {
      const result = await post()
      return result.status === 201 ? undefined : result
    })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'ApiKeyNotFound'])
  })
})
