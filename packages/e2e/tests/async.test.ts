import { describe, expect, test } from '@jest/globals'
import { ask, readPicture, startHeldSite, startWebhookCatcher } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('asynchronous renders', () => {
  const world = useWorld()

  test.each(['/v1/render/async', '/v1/render'])('POST %s answers 201 before any page work', async (path) => {
    await using site = await startHeldSite('<body style="background: #f00"><img src="/held">')
    const answer = await ask(`${world.stack.info.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.stack.info.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: site.url }),
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      status: 'created',
      renderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      statusUrl: `${world.stack.info.baseUrl}/v1/render/${answer.body.renderId}`,
    })
    expect((await ask(answer.body.statusUrl)).body.status).toBe('created')
    site.release()
    const record = await world.stack.client.untilFinished(answer.body.statusUrl)
    expect(record.body).toMatchObject({ renderId: answer.body.renderId, status: 'succeeded', width: 1280 })
    const picture = await readPicture(await (await fetch(record.body.renderUrl)).bytes())
    expect(picture.at(600, 500)).toBe('#ff0000')
  })

  test('the record says the same once the queue has forgotten the render', async () => {
    await using catcher = await startWebhookCatcher()
    const options = { url: `${world.origin.url}/red`, webhook_url: catcher.url }
    const { body } = await world.stack.client.async(options)
    const early = await world.stack.client.untilFinished(body.statusUrl)
    // The event follows the record, and with the record the queue forgets: only management can answer now.
    await catcher.untilCaught(1)
    await world.stack.processes.management.stop()
    expect((await ask(body.statusUrl)).status).toBe(503)
    await world.stack.processes.management.start()
    expect((await ask(body.statusUrl)).body).toEqual(early.body)
  })

  test('a failed render tells why, in the same words as a synchronous one', async () => {
    const options = { url: `${world.origin.url}/reset` }
    const { body } = await world.stack.client.async(options)
    const record = await world.stack.client.untilFinished(body.statusUrl)
    const sync = await world.stack.client.sync(options)
    expect(record.status).toBe(200)
    expect(record.body).toMatchObject({ status: 'failed', error: { code: 'NavigationError' } })
    expect(record.body.reason).toBe(record.body.error.message)
    expect(record.body).not.toHaveProperty('renderUrl')
    expect(sync.body.error.message).toBe(record.body.error.message)
  })

  test('an unknown id is 404, in the envelope and as a status', async () => {
    const answer = await ask(`${world.stack.info.baseUrl}/v1/render/01a1fb0b-71cf-7d1e-ae1d-6942a306a7af`)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ status: 'not-found', requestId: expect.any(String) })
    expect(answer.body.error.message).toBeTruthy()
  })

  test('HEAD tells the status alone', async () => {
    const { body } = await world.stack.client.async({ url: `${world.origin.url}/red` })
    const answer = await ask(body.statusUrl, { method: 'HEAD' })
    expect([answer.status, answer.body.length]).toEqual([200, 0])
  })
})
