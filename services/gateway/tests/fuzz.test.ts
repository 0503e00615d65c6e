import { expect, test } from '@jest/globals'
import { fuzzApi, fuzzedRequests } from '@render/testkit'
import { commitRecords } from './support/commit-records.ts'
import { startSweeper } from './support/start-sweeper.ts'
import { ALLOWED_URL } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'

const world = useWorld()

test('G36 requests that nearly match the document never cause a 5xx', async () => {
  const { body: made } = await world.post('/v1/render/sync', { html: 'x' })
  const { body: batch } = await world.post('/v1/render/batch', { renders: [{ html: 'x' }, { html: 'y' }] })
  await using _sweeper = startSweeper(world)
  await using _committing = await commitRecords(world, [made.renderId])
  const usage = { renders: 0, from: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' }
  const key = world.management.addKey({ usage })
  const known = { renderId: [made.renderId], batchId: [batch.batchId], url: [ALLOWED_URL] }
  const { body: document } = await world.ask('/v1/openapi.json')
  const statuses = new Map<number, number>()
  await fuzzApi(document, {
    known,
    async send({ method, path, contentType, body }) {
      const answer = await fetch(world.url + path, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${key}`,
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(60_000),
      })
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) await answer.body!.cancel()
      else expect(await answer.text()).not.toMatch(/node_modules|\.ts:\d/)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return answer.status
    },
  })
  // A part of the requests must pass validation.
  const answered = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)
  expect(answered).toBeGreaterThan(fuzzedRequests / 20)
}, 600_000)
