import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createRenderClient,
  listenOn,
  ORIGIN_HOST,
  sendRequest,
  startWebhookCatcher,
  until,
  untilAvailable,
} from '@render/testkit'
import { createOrganisation, UNSERVED_QUEUE } from '../shared-stack/shared-stack.ts'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()
/** A site that never answers; its open requests are running renders. */
let site: { url: string; open: number; [Symbol.asyncDispose](): Promise<void> }

beforeAll(async () => {
  const server = await listenOn(ORIGIN_HOST, (req) => {
    site.open++
    req.socket.once('close', () => site.open--)
  })
  site = { ...server, open: 0 }
})

afterAll(() => site[Symbol.asyncDispose]())

/** Deletes a render; where that takes too long it is asked for again, as `Retry-After` says. */
const remove = (id: string, key = world.stack.secretKey) =>
  untilAvailable(`${world.stack.baseUrl}/v1/render/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  })

const usage = async () => (await world.manage('/usage')).body.rendersUsed as number

const untilRecorded = (id: string) =>
  until(async () => {
    const path = `/organisation/${world.stack.organisationId}/renders/${id}`
    return (await world.manage(path)).status === 200
  })

const cancelled = { status: 'failed', error: { code: 'RenderCancelledError' } }

describe('a render that is cancelled', () => {
  test('while running closes its page, sends an event and does not count as usage', async () => {
    await using catcher = await startWebhookCatcher()
    const before = await usage()
    // Without the cancellation, the page would be open for a minute.
    const { body } = await world.client.async({ url: site.url, timeout: 60_000, webhook_url: catcher.url })
    const id: string = body.renderId
    await until(() => site.open > 0)
    const first = await remove(id)
    expect([first.status, first.body]).toMatchObject([200, cancelled])
    await until(() => site.open === 0)
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({
      event: 'render.failed',
      renderId: id,
      error: { code: 'RenderCancelledError' },
    })
    await untilRecorded(id)
    expect((await remove(id)).body).toEqual(first.body)
    expect(await usage()).toBe(before)
    expect(catcher.caught).toHaveLength(1)
  })

  test('while waiting has ended at once, and sends an event', async () => {
    await using catcher = await startWebhookCatcher()
    const waiting = { html: 'x', render_queue: UNSERVED_QUEUE, webhook_url: catcher.url }
    const { body } = await world.client.async(waiting)
    expect((await remove(body.renderId)).body).toMatchObject(cancelled)
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ event: 'render.failed', renderId: body.renderId })
    await untilRecorded(body.renderId)
    expect((await sendRequest(body.statusUrl)).body).toMatchObject(cancelled)
  })
})

describe('a render that has succeeded', () => {
  test('loses its files and the URLs in its record, and still counts as usage', async () => {
    const before = await usage()
    const { body } = await world.client.async({
      html: 'x',
      thumbnails: [{ width: 10 }],
      img_slice_height: 500,
    })
    const { body: early } = await world.client.untilFinished(body.statusUrl)
    const addresses = [early.renderUrl, early.thumbnails[0].location]
    for (const address of addresses) expect((await sendRequest(address)).status).toBe(200)
    const { status, body: late } = await remove(body.renderId)
    expect(status).toBe(200)
    expect(late).toMatchObject({ status: 'succeeded', size: early.size, renderTime: early.renderTime })
    expect(JSON.stringify(late)).not.toContain('/renders/')
    for (const address of addresses) expect((await sendRequest(address)).status).toBe(404)
    expect((await sendRequest(body.statusUrl)).body).toEqual(late)
    expect((await remove(body.renderId)).body).toEqual(late)
    expect(await usage()).toBe(before + 1)
  })
})

test('a render of another project gets the same 404 as an unknown one, and is kept', async () => {
  const other = await createOrganisation('Another organisation')
  const { body } = await createRenderClient(world.stack.baseUrl, other.secretKey).async({ html: 'x' })
  const { body: early } = await world.client.untilFinished(body.statusUrl)
  const foreign = await remove(body.renderId)
  const unknown = await remove('01a1fb0b-71cf-7d1e-ae1d-6942a306a7af')
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'RenderNotFound'])
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  expect((await sendRequest(early.renderUrl)).status).toBe(200)
  expect((await remove(body.renderId, other.secretKey)).status).toBe(200)
})
