import { describe, expect, test } from '@jest/globals'
import { ask, startWebhookCatcher, until, type Answer } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { useWorld } from './use-world.ts'

describe('a batch', () => {
  const world = useWorld()
  const headers = () => ({
    authorization: `Bearer ${world.stack.info.secretKey}`,
    'content-type': 'application/json',
  })
  const post = (body: object): Promise<Answer> =>
    ask(`${world.stack.info.baseUrl}/v1/render/batch`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify(body),
    })

  test('is made whole, and told once when all of it has ended', async () => {
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
      const { body } = await ask(statusUrl, { headers: headers() })
      return body.status === 'finished' ? body : undefined
    })
    expect(finished).toMatchObject({ batchId, size: 3, succeeded: 2, failed: 1 })
    const statuses = ['succeeded', 'failed', 'succeeded']
    expect(finished.renders.map(({ status }: { status: string }) => status)).toEqual(statuses)
    expect(finished.renders[2].width).toBe(300)

    expect(event!.headers['webhook-id']).toBe(batchId)
    const told = JSON.parse(event!.body)
    expect(told).toMatchObject({ event: 'batch.finished', batchId })
    expect(told.result).toEqual({
      size: 3,
      succeeded: 2,
      failed: 1,
      renders: created.body.renders.map(({ renderId }: { renderId: string }, index: number) => ({
        renderId,
        status: statuses[index],
      })),
    })
    await sleep(1000)
    expect(catcher.caught).toHaveLength(1)
  })

  test('of which one render is wrong is refused whole', async () => {
    const { status, body } = await post({ renders: [{ html: 'x' }, { html: 'x', width: 0 }] })
    expect(status).toBe(400)
    expect(body.error.details).toEqual([{ option: 'renders[1].width', message: expect.any(String) }])
  })
})
