import { expect, test } from '@jest/globals'
import { sendRequest } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()

test('the file of a render is served at an address that cannot be guessed, cached and in parts', async () => {
  const { body } = await world.client.sync({ html: '<body style="background:#0f0">' })
  const url: string = body.renderUrl
  expect(url).toMatch(new RegExp(`^${world.stack.baseUrl}/renders/\\d{4}/\\d\\d/\\d\\d/[\\w-]{22}\\.png$`))
  expect(url).not.toContain(body.renderId)

  const whole = await sendRequest(url)
  expect([whole.status, whole.body.length]).toEqual([200, body.size])
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringMatching(/^public, max-age=2\d{6}, immutable$/),
    'access-control-allow-origin': '*',
  })
  const part = await sendRequest(url, { headers: { range: 'bytes=-7' } })
  expect([part.status, Buffer.from(part.body)]).toEqual([206, Buffer.from(whole.body.slice(-7))])
  const again = await sendRequest(url, { headers: { 'if-none-match': whole.headers.get('etag')! } })
  expect([again.status, again.body.length]).toEqual([304, 0])
})
