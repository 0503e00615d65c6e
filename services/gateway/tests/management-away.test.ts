import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { commitRecords } from './support/commit-records.ts'
import { startWorld } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'

describe('while management is away', () => {
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

  test('a key that is known goes on, also after it was to be refreshed', async () => {
    await world.management.leave()
    expect((await postWith(world.key)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect((await postWith(world.key)).status).toBe(200)
  })

  test('a key that is not known is 503 with Retry-After, and good once management is back', async () => {
    const key = world.management.addKey()
    await world.management.leave()
    const { status, headers, body } = await postWith(key)
    expect([status, body.error.code]).toEqual([503, 'ServiceUnavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await world.management.comeBack()
    expect((await postWith(key)).status).toBe(200)
  })

  test('renders that the queue knows can be read, others are 503 and not 404', async () => {
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

describe('a key that is revoked', () => {
  test('is refused within seconds', async () => {
    await using world = await startWorld()
    const key = world.management.addKey()
    const post = () =>
      world.post(
        '/v1/render/async',
        { html: 'x' },
        { headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      )
    expect((await post()).status).toBe(201)
    world.management.revoke(key)
    const end = performance.now() + 30_000
    let answer = await post()
    while (answer.status === 201 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      answer = await post()
    }
    expect([answer.status, answer.body.error.code]).toEqual([401, 'ApiKeyNotFound'])
  })
})
