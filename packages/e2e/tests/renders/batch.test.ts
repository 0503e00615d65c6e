import { describe, expect, test } from '@jest/globals'
import { sendRequest, startWebhookCatcher, until, type ApiResponse } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('a batch', () => {
  const world = useSharedStack()
  const headers = () => ({
    authorization: `Bearer ${world.stack.secretKey}`,
    'content-type': 'application/json',
  })
  const post = (body: object): Promise<ApiResponse> =>
    sendRequest(`${world.stack.baseUrl}/v1/render/batch`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify(body),
    })

  test('renders everything and sends one event when all have ended', async () => {
    await using catcher = await startWebhookCatcher()
    const created = await post({
      renders: [
        { url: `${world.origin.url}/red` },
        { url: `${world.origin.url}/reset` },
        { html: 'x', width: 300 },
      ],
      webhook_url: catcher.url,
    })
    expect(created.status).toBe(201)
    const [event] = await catcher.untilCaught(1)
    const { batchId, statusUrl } = created.body
    const finished = await until(async () => {
      const { body } = await sendRequest(statusUrl, { headers: headers() })
      return body.status === 'finished' ? body : undefined
    })
    expect(finished).toMatchObject({ batchId, size: 3, succeeded: 2, failed: 1 })
    const statuses = ['succeeded', 'failed', 'succeeded']
    expect(finished.renders.map(({ status }: { status: string }) => status)).toEqual(statuses)
    expect(finished.renders[2].width).toBe(300)

    expect(event!.headers['webhook-id']).toBe(batchId)
    const payload = JSON.parse(event!.body)
    expect(payload).toMatchObject({ event: 'batch.finished', batchId })
    expect(payload.result).toEqual({
      size: 3,
      succeeded: 2,
      failed: 1,
      renders: created.body.renders.map(({ renderId }: { renderId: string }, index: number) => ({
        renderId,
        status: statuses[index],
      })),
    })
    // A second event of the batch would come before that of a later render.
    const later = await world.client.async({ html: 'x', webhook_url: catcher.url })
    const ids = (await catcher.untilCaught(2)).map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([batchId, later.body.renderId])
  })

  test('is rejected as a whole when one render is invalid', async () => {
    const { status, body } = await post({ renders: [{ html: 'x' }, { html: 'x', width: 0 }] })
    expect(status).toBe(400)
    expect(body.error.details).toEqual([{ option: 'renders[1].width', message: expect.any(String) }])
  })
})
