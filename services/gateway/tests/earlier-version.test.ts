// Renders that the version that could only make images recorded or left in the queues, and the requests that made them.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connectBlocking } from '@render/jobs'
import type { RenderRecord } from '@render/management-client'
import { imageOnlyVersion, restoreQueues, type StoredRow } from '@render/testkit'
import { untilEnded } from './support/until-ended.ts'
import { useWorld } from './support/use-world.ts'

const { rows, succeeded, failed } = imageOnlyVersion.recorded
const { waiting } = imageOnlyVersion

/** Returns the record of a row as management sends it. */
function recordOf(row: StoredRow): RenderRecord {
  return {
    renderId: row.id,
    projectId: row.project_id,
    organisationId: row.organisation_id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    outcome: row.outcome,
    options: row.options,
  } as RenderRecord
}

describe('GET /v1/render/{renderId} of a record of the image-only version', () => {
  const world = useWorld()

  async function read(id: string): Promise<{ status: number; body: Record<string, unknown> }> {
    world.management.addRecord(recordOf(rows.find((row) => row.id === id)!))
    return world.ask(`/v1/render/${id}`)
  }

  test('returns the result of a succeeded render with its side files', async () => {
    const { status, body } = await read(succeeded)
    const file = (ending: string) => `${world.url}/renders/2026/11/22/w3LfVOl56EiaYX2AQVSIvQ${ending}`
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'succeeded',
      renderId: succeeded,
      statusUrl: `${world.url}/v1/render/${succeeded}`,
      custom_id: 'order-7',
      renderUrl: file('.png'),
      size: 7632,
      renderTime: 470,
      queueTime: 27,
      bandwidth: 0,
      width: 320,
      height: 916,
      thumbnails: [{ key: '1/2', location: file('-1-2.png'), width: 160, height: 458 }],
      slices: [{ index: 0, offsetY: 0, width: 320, height: 916, url: file('-slice-0.png') }],
    })
  })

  test('returns the error of a failed render', async () => {
    const { status, body } = await read(failed)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failed',
      renderId: failed,
      error: { code: 'NavigationError', message: 'The address closed the connection.' },
    })
  })
})

describe('a request that a gateway of the image-only version accepted', () => {
  const world = useWorld()
  const { inNamedQueue, batch } = waiting
  let redis: ReturnType<typeof connectBlocking>

  beforeAll(async () => {
    expect(world.management.token).toBe(waiting.token)
    redis = connectBlocking(world.redis.url)
    await restoreQueues(redis, waiting)
  })

  afterAll(() => redis.disconnect())

  const repeat = (path: string, key: string, body: object) =>
    world.post(path, body, {
      headers: {
        authorization: `Bearer ${world.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })

  test('gets the same render when it is repeated, which a worker of its queue makes', async () => {
    const { status, body } = await repeat('/v1/render/async', inNamedQueue.key, inNamedQueue.options)
    expect([status, body.renderId]).toEqual([201, inNamedQueue.id])
    expect(await untilEnded(world, inNamedQueue.id)).toMatchObject({
      status: 'succeeded',
      custom_id: 'order-8',
    })
  })

  test('gets the same batch when it is repeated, which can be read', async () => {
    const { status, body } = await repeat('/v1/render/batch', batch.key, batch.request)
    expect([status, body.batchId]).toEqual([201, batch.id])
    expect(body.renders.map(({ renderId }: { renderId: string }) => renderId)).toEqual(batch.renderIds)
    const { body: read } = await world.ask(`/v1/render/batch/${batch.id}`, {
      headers: { authorization: `Bearer ${world.key}` },
    })
    expect(read.renders.map(({ renderId }: { renderId: string }) => renderId)).toEqual(batch.renderIds)
  })

  test('is refused when its key comes with another request', async () => {
    const { status } = await repeat('/v1/render/async', inNamedQueue.key, { html: 'another' })
    expect(status).toBe(409)
  })
})
