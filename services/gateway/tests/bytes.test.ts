// Renders whose options are large, as many as a caller can send. The limits are small, so that the test is short.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { usedMemoryShare, connectFailFast, untilReady } from '@render/jobs'
import { sendRequest, until } from '@render/testkit'
import { useWorld } from './support/use-world.ts'

const world = useWorld({ MAX_OUTSTANDING_MB: '4', MAX_QUEUED_MB: '6', MIN_FREE_MEMORY_PERCENT: '15' })
const MB = 1024 ** 2
const MARKUP = '<p>'.repeat(MB / 6)
let redis: ReturnType<typeof connectFailFast>

beforeAll(async () => {
  redis = connectFailFast(world.redis.url)
  await untilReady(redis)
  await redis.config('SET', 'maxmemory', '24mb')
})

afterAll(() => redis.disconnect())

const addKey = (id: string) => world.management.addKey({ project: { id, enabled: true } })

/** Requests renders with half a megabyte of markup each; returns how many got which answer. */
async function crowd(key: string, count: number): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: count }, () => post(key, { html: MARKUP })))
  const results = answers.map(({ status, body, headers }) => {
    if (status === 201) return 'accepted'
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return `${status} ${body.error.code}`
  })
  return Object.fromEntries(
    Map.groupBy(results, String)
      .entries()
      .map(([result, all]) => [result, all.length]),
  )
}

function post(key: string, options: object) {
  return sendRequest(`${world.url}/v1/render/async`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(options),
  })
}

test('a request that is larger than all outstanding renders of a project may be is refused for good', async () => {
  const answer = await post(addKey('large'), { html: 'x'.repeat(3.5 * MB) })
  expect([answer.status, answer.body.error.code]).toEqual([413, 'BodyTooLarge'])
  expect(answer.body.error.message).toMatch(/ at most 4194304\.$/)
})

// Seen to fail without limits of bytes: Redis is full, and nobody is served.
test('large renders of one project leave Redis healthy and other projects served', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  world.work.render = async (job) => {
    await promise
    return world.succeed(job)
  }
  const [greedy, second, small] = ['greedy', 'second', 'small'].map(addKey)
  // Half a megabyte takes two thirds when it is sealed.
  expect(await crowd(greedy!, 60)).toEqual({ accepted: 5, '429 RateLimitExceededError': 55 })
  expect(await crowd(second!, 20)).toEqual({ accepted: 3, '503 ServiceUnavailable': 17 })
  expect((await post(small!, { html: 'x' })).status).toBe(201)
  expect(await usedMemoryShare(redis)).toBeLessThan(0.7)
  // The markup lies in one place, encrypted.
  expect((await redis.keys('render-options:*')).length).toBe(8)
  for (const key of await redis.keys('bull:*:????????-*'))
    if ((await redis.type(key)) === 'hash')
      expect((await redis.hget(key, 'data'))?.length).toBeLessThan(16_384)

  release()
  await until(async () => (await redis.get('outstanding-bytes')) === '0')
  expect(await redis.keys('render-options:*')).toEqual([])
  expect(await crowd(greedy!, 1)).toEqual({ accepted: 1 })
})
