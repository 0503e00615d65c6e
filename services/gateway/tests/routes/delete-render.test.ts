import { once } from 'node:events'
import { describe, expect, jest, test } from '@jest/globals'
import { until } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { commitRecords } from '../support/commit-records.ts'
import { startSweeper } from '../support/start-sweeper.ts'
import { useWorld } from '../support/use-world.ts'
import { untilEnded } from '../support/until-ended.ts'
import { waitingIn } from '../support/waiting.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('DELETE /v1/render/{id}', () => {
  const world = useWorld()

  const create = async (options: object = {}): Promise<string> =>
    (await world.post('/v1/render/async', { html: 'x', ...options })).body.renderId
  const remove = (id: string, key = world.key) =>
    world.ask(`/v1/render/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })

  /** Runs renders of the queue `batch` one at a time, each until it is aborted. */
  function holdBatch() {
    const begun: string[] = []
    world.work.renderBatch = async (job, signal) => {
      begun.push(job.id!)
      if (!signal.aborted) await once(signal, 'abort')
      throw new Error('stopped')
    }
    return begun
  }

  async function untilBegun(begun: string[], id: string): Promise<void> {
    await until(() => begun.includes(id))
  }

  describe('200', () => {
    test('cancels a waiting and a running render', async () => {
      const begun = holdBatch()
      const running = await create({ render_queue: 'batch', custom_id: 'mine' })
      await untilBegun(begun, running)
      const waiting = await create({ render_queue: 'batch' })
      for (const id of [waiting, running]) {
        const { status, body } = await remove(id)
        expect(status).toBe(200)
        expect(body).toEqual({
          renderId: id,
          status: 'failed',
          statusUrl: `${world.url}/v1/render/${id}`,
          error: { message: 'The render was cancelled.', code: 'RenderCancelledError' },
          reason: 'The render was cancelled.',
          ...(id === running && { custom_id: 'mine' }),
        })
      }
      expect(begun).toEqual([running])
    })

    test('answers the same when repeated, also once the render is recorded', async () => {
      const begun = holdBatch()
      const id = await create({ render_queue: 'batch' })
      await untilBegun(begun, id)
      const first = await remove(id)
      expect((await remove(id)).body).toEqual(first.body)
      await using _ = await commitRecords(world, [id])
      expect((await remove(id)).body).toEqual(first.body)
      expect((await world.ask(`/v1/render/${id}`)).body).toEqual(first.body)
    })

    test('a caller who waits for the render gets RenderCancelledError', async () => {
      const begun = holdBatch()
      const answering = world.post('/v1/render/sync', { html: 'x', render_queue: 'batch' })
      await waitingIn({ metricsUrl: world.metricsUrl }, 1)
      await until(() => begun.length > 0)
      await remove(begun[0]!)
      const { status, body } = await answering
      expect([status, body.error.code]).toEqual([400, 'RenderCancelledError'])
    })

    test('deletes the files of a succeeded render, whose record has no addresses then', async () => {
      const id = await create()
      const early = await untilEnded(world, id)
      expect((await world.ask(new URL(early.renderUrl).pathname)).status).toBe(200)
      await using _ = await commitRecords(world, [id])
      await using __ = startSweeper(world)
      const { renderUrl, ...withoutAddress } = early
      for (let time = 1; time <= 2; time++) {
        const { status, body } = await remove(id)
        expect([status, body]).toEqual([200, withoutAddress])
      }
      expect((await world.ask(new URL(renderUrl).pathname)).status).toBe(404)
      expect((await world.ask(`/v1/render/${id}`)).body).toEqual(withoutAddress)
    })

    test("leaves files in the caller's own store, and says so", async () => {
      world.work.render = async (job) => {
        const { artefact, ...outcome } = await world.succeed(job)
        const { key: answerKey, ...file } = artefact
        return { ...outcome, artefact: { ...file, location: 'https://pictures.example/a.png' }, answerKey }
      }
      const id = await create()
      const { renderUrl, ...early } = await untilEnded(world, id)
      expect(renderUrl).toBe('https://pictures.example/a.png')
      await using _ = await commitRecords(world, [id])
      await using __ = startSweeper(world)
      const { status, body } = await remove(id)
      const left = "Files in the caller's own storage were not deleted."
      expect([status, body]).toEqual([200, { ...early, warnings: [left] }])
    })
  })

  describe('401', () => {
    test.each([
      ['NoApiKeySupplied', undefined],
      ['ApiKeyWrongFormat', 'Bearer nonsense'],
      ['ApiKeyNotFound', `Bearer ${makeApiKey('sk')}`],
    ])('%s', async (code, authorization) => {
      const id = await create()
      const { status, body } = await world.ask(`/v1/render/${id}`, {
        method: 'DELETE',
        headers: authorization ? { authorization } : {},
      })
      expect([status, body.error.code]).toEqual([401, code])
      expect((await untilEnded(world, id)).status).toBe('succeeded')
    })
  })

  describe('404', () => {
    const notFound = {
      error: { message: 'No render has this id.', code: 'RenderNotFound' },
      status: 'not-found',
      requestId: expect.any(String),
    }

    test.each([UNKNOWN, 'not-a-uuid', '%00'])('%s', async (id) => {
      const { status, body } = await remove(id)
      expect([status, body]).toEqual([404, notFound])
    })

    test('a key of another project, with the same answer as for an unknown id', async () => {
      const other = world.management.addKey({ project: { id: 'project_2', enabled: true } })
      const id = await create()
      const { status, body } = await remove(id, other)
      expect([status, body]).toEqual([404, notFound])
      expect(await untilEnded(world, id)).toMatchObject({
        status: 'succeeded',
        renderUrl: expect.any(String),
      })
    })
  })

  describe('503', () => {
    test('while the record of a succeeded render is not available; a repeated request succeeds', async () => {
      const id = await create()
      const { renderUrl } = await untilEnded(world, id)
      await using _ = startSweeper(world)
      const removing = remove(id)
      await until(async () => (await world.ask(new URL(renderUrl).pathname)).status === 404)
      const now = performance.now.bind(performance)
      const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 5000)
      const early = await removing
      later.mockRestore()
      expect([early.status, early.body.error.code]).toEqual([503, 'ServiceUnavailable'])
      expect(early.headers.get('retry-after')).toBe('2')
      await using __ = await commitRecords(world, [id])
      expect((await remove(id)).body).not.toHaveProperty('renderUrl')
      expect((await world.ask(new URL(renderUrl).pathname)).status).toBe(404)
    })
  })
})
