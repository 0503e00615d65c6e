import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import { commitRecords } from '../support/commit-records.ts'
import { untilEnded } from '../support/until-ended.ts'
import { useWorld } from '../support/use-world.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('GET /v1/render/batch/{id}', () => {
  const world = useWorld()

  const create = async (...renders: object[]) => (await world.post('/v1/render/batch', { renders })).body
  const read = (id: string, key = world.key) =>
    world.ask(`/v1/render/batch/${id}`, { headers: key ? { authorization: `Bearer ${key}` } : {} })

  describe('200', () => {
    test('the status of each render in order, also once they are recorded', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        if (job.data.options.width === 300)
          throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
        if (job.data.options.width === 200) await proceed.promise
        return world.succeed(job)
      }
      const { batchId, statusUrl, renders } = await create(
        { html: 'a', width: 100, custom_id: 'first' },
        { html: 'b', width: 200 },
        { html: 'c', width: 300 },
      )
      const ids: string[] = renders.map(({ renderId }: { renderId: string }) => renderId)
      const [first, , third] = [await untilEnded(world, ids[0]!), '', await untilEnded(world, ids[2]!)]
      const second = { renderId: ids[1], status: 'created', statusUrl: `${world.url}/v1/render/${ids[1]}` }
      const head = { batchId, statusUrl, size: 3 }
      const early = await read(batchId)
      expect([early.status, early.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(early.body).toEqual({
        ...head,
        status: 'created',
        succeeded: 1,
        failed: 1,
        renders: [first, second, third],
      })
      expect(early.body.renders[0].custom_id).toBe('first')

      await using _ = await commitRecords(world, [ids[0]!, ids[2]!])
      expect((await read(batchId)).body).toEqual(early.body)
      proceed.resolve()
      await untilEnded(world, ids[1]!)
      const late = (await read(batchId)).body
      expect(late).toMatchObject({ ...head, status: 'finished', succeeded: 2, failed: 1 })
    })

    test('HEAD: without a body', async () => {
      const { batchId } = await create({ html: 'a' })
      const headers = { authorization: `Bearer ${world.key}` }
      const answer = await world.ask(`/v1/render/batch/${batchId}`, { method: 'HEAD', headers })
      expect([answer.status, answer.body.length]).toEqual([200, 0])
    })
  })

  test('401: without a key', async () => {
    const { batchId } = await create({ html: 'a' })
    expect((await read(batchId, '')).status).toBe(401)
  })

  describe('404', () => {
    test.each([UNKNOWN, 'events', '%00'])('%s', async (id) => {
      const answer = await read(id)
      expect([answer.status, answer.body.status]).toEqual([404, 'not-found'])
    })

    test('a key of another project, with the same answer as for an unknown id', async () => {
      const { batchId } = await create({ html: 'a' })
      const other = world.management.addKey({ project: { id: 'project_2', enabled: true } })
      const [foreign, unknown] = [await read(batchId, other), await read(UNKNOWN, other)]
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    })
  })
})
