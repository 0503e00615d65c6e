import { beforeAll, describe, expect, test } from '@jest/globals'
import { ask, shiftClock, startTestStack } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('artefacts under renderUrl', () => {
  const world = useWorld()
  let url: string
  let whole: Uint8Array

  beforeAll(async () => {
    const { body } = await world.stack.client.sync({ html: '<body style="background:#0f0">' })
    url = body.renderUrl
    whole = (await ask(url)).body
  })

  test('the address carries the day and a token, never the render id', async () => {
    const { body } = await world.stack.client.sync({ html: 'x' })
    expect(body.renderUrl).toMatch(
      new RegExp(`^${world.stack.info.baseUrl}/renders/\\d{4}/\\d\\d/\\d\\d/[\\w-]{22}\\.png$`),
    )
    expect(body.renderUrl).not.toContain(body.renderId)
  })

  test('are made for embedding and caching', async () => {
    const { headers } = await ask(url)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const [, age] = /^public, max-age=(\d+)/.exec(headers.get('cache-control')!)!
    expect(Number(age)).toBeGreaterThan(29 * 86_400)
    expect(Number(age)).toBeLessThanOrEqual(31 * 86_400)
  })

  test('answer 304 to their own entity tag', async () => {
    const etag = (await ask(url)).headers.get('etag')!
    const answer = await ask(url, { headers: { 'if-none-match': etag } })
    expect([answer.status, answer.body.length]).toEqual([304, 0])
  })

  test('answer HEAD with the size alone', async () => {
    const answer = await ask(url, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), answer.body.length]).toEqual([
      200,
      String(whole.length),
      0,
    ])
  })

  test.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=5-', 206, 5, undefined],
    ['bytes=-7', 206, -7, undefined],
  ])('answer the range %s', async (range, status, from, to) => {
    const answer = await ask(url, { headers: { range } })
    expect(answer.status).toBe(status)
    expect(Buffer.from(answer.body)).toEqual(Buffer.from(whole.slice(from, to)))
    expect(answer.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.length}$`))
  })

  test('answer 416 to a range beyond the end', async () => {
    const answer = await ask(url, { headers: { range: `bytes=${whole.length}-` } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  })

  test('an unknown one is 404 in the envelope', async () => {
    const answer = await ask(url.replace(/[\w-]{22}\.png$/, `${'A'.repeat(22)}.png`))
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound'])
  })

  test('are gone 31 days later', async () => {
    await using later = await startTestStack({
      environment: { STORAGE_PATH: world.stack.info.directories.artefacts },
      nodeArguments: { gateway: ['--import', shiftClock] },
      adjustEnvironment: (_, environment) => ({ ...environment, CLOCK_SHIFT_MS: String(31.5 * 86_400_000) }),
    })
    const path = new URL(url).pathname
    const answer = await ask(later.info.baseUrl + path)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound'])
    expect((await ask(url)).status).toBe(200)
  }, 120_000)
})
