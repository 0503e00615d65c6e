import { describe, expect, test } from '@jest/globals'
import { sendRequest, readPicture, startHeldSite } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('asynchronous renders', () => {
  const world = useSharedStack({ renderDefaults: {} })

  test.each(['/v1/render/async', '/v1/render'])(
    'POST %s returns 201 before the page is loaded',
    async (path) => {
      await using site = await startHeldSite('<body style="background: #f00"><img src="/held">')
      const answer = await sendRequest(`${world.stack.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.stack.secretKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: site.url }),
      })
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        status: 'created',
        renderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        statusUrl: `${world.stack.baseUrl}/v1/render/${answer.body.renderId}`,
      })
      expect((await sendRequest(answer.body.statusUrl)).body.status).toBe('created')
      site.release()
      const record = await world.client.untilFinished(answer.body.statusUrl)
      expect(record.body).toMatchObject({ renderId: answer.body.renderId, status: 'succeeded', width: 1280 })
      const picture = await readPicture(await (await fetch(record.body.renderUrl)).bytes())
      expect(picture.at(600, 500)).toBe('#ff0000')
    },
  )

  test('a failed render has the same error as a synchronous one', async () => {
    const options = { url: `${world.origin.url}/reset` }
    const { body } = await world.client.async(options)
    const record = await world.client.untilFinished(body.statusUrl)
    const sync = await world.client.sync(options)
    expect(record.status).toBe(200)
    expect(record.body).toMatchObject({ status: 'failed', error: { code: 'NavigationError' } })
    expect(record.body.reason).toBe(record.body.error.message)
    expect(record.body).not.toHaveProperty('renderUrl')
    expect(sync.body.error.message).toBe(record.body.error.message)
  })
})
