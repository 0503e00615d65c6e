import { describe, expect, test } from '@jest/globals'
import { ask, startHeldSite, type Answer } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('a synchronous render that takes longer than redirect_after', () => {
  const world = useWorld()

  /** A page that is not loaded before it is let. */
  const startSlow = () => startHeldSite('<img src="/held">')

  /** `onHop` is told of every redirect of a redirect. */
  async function followed(
    first: Answer,
    init: RequestInit,
    onHop: () => void = () => undefined,
  ): Promise<{ answer: Answer; hops: number }> {
    let answer = first
    let hops = 0
    while (answer.status === 307) {
      if (hops > 0) onHop()
      expect(answer.headers.get('location')).toMatch(new RegExp(`^${world.stack.info.baseUrl}/`))
      answer = await ask(answer.headers.get('location')!, init)
      hops++
    }
    return { answer, hops }
  }

  test.each(['GET', 'POST'])('is redirected, and followed by %s without a key', async (method) => {
    await using site = await startSlow()
    const first = await world.stack.client.sync({ url: site.url, redirect_after: 1 })
    expect(first.status).toBe(307)
    expect(first.body).toEqual({ redirectUrl: first.headers.get('location') })

    const init = { method, ...(method === 'POST' && { body: '{"ignored":true}' }) }
    const { answer, hops } = await followed(first, init, site.release)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ renderUrl: expect.any(String), size: expect.any(Number) })
    expect(hops).toBeGreaterThan(1)
    expect(site.loads()).toBe(1)
  })

  test('HEAD of the continuation is redirected on too', async () => {
    await using site = await startSlow()
    const first = await world.stack.client.sync({ url: site.url, redirect_after: 1 })
    const answer = await ask(first.body.redirectUrl, { method: 'HEAD' })
    expect([answer.status, answer.body.length]).toEqual([307, 0])
  })

  test('a failure at the end is answered like a short one', async () => {
    const first = await world.stack.client.sync({
      url: `${world.origin.url}/never-answers`,
      timeout: 5000,
      redirect_after: 2,
    })
    const { answer } = await followed(first, { method: 'GET' })
    expect([answer.status, answer.body.error.code]).toEqual([500, 'RenderTimeoutError'])
  })

  test('a continuation of an unknown render is 404', async () => {
    await using site = await startSlow()
    const first = await world.stack.client.sync({ url: site.url, redirect_after: 1 })
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(first.body.redirectUrl)![0]
    const unknown = first.body.redirectUrl.replace(id, '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af')
    expect((await ask(unknown)).status).toBe(404)
  })
})
