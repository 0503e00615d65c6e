import { expect, test } from '@jest/globals'
import { sendRequest, startHeldSite, waitOn } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()

test('a synchronous render that takes longer than redirect_after is answered after redirects', async () => {
  await using site = await startHeldSite('<img src="/held">')
  let answer = await world.client.sync({ url: site.url, redirect_after: 1 })
  let hops = 0
  while (answer.status === 307) {
    hops++
    if (hops === 2) site.release()
    const location = answer.headers.get('location')!
    expect(location).toMatch(new RegExp(`^${world.stack.baseUrl}/`))
    // A continuation needs no key. The last one waits until the render has ended.
    answer = await (hops < 2 ? sendRequest(location) : waitOn(location))
  }
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ renderUrl: expect.any(String), size: expect.any(Number) })
  expect(hops).toBeGreaterThan(1)
  expect(site.loads()).toBe(1)
})
