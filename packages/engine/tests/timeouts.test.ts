import { expect, test } from '@jest/globals'
import { APPEND_ON_RESPONSE, listenOn, ORIGIN_HOST, startHeldSite } from '@render/testkit'
import { page, SHORT_TIMEOUT_MS, startTestEngine } from './test-engine.ts'

/** Keeps the graphics process busy as long as the page is open. */
const MOVING =
  '@keyframes move { to { width: 1000px } } body { animation: move 1s infinite; background: #0f0 }'

test('renders beside others that time out need no second attempt, and keep their browser', async () => {
  await using engine = await startTestEngine({ keepsSpare: true })
  await using silent = await listenOn(ORIGIN_HOST, () => undefined)
  await using held = await startHeldSite(page(MOVING, APPEND_ON_RESPONSE))
  const healthy = Array.from({ length: 4 }, () =>
    engine.make({ url: held.url, wait_for: 'u', timeout: 60_000 }),
  )
  healthy.forEach((rendering) => void rendering.catch(() => undefined))
  await held.requested
  const late = Array.from({ length: 4 }, () => engine.make({ url: silent.url, timeout: SHORT_TIMEOUT_MS }))
  for (const ended of await Promise.allSettled(late))
    expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'RenderTimeoutError' } })
  held.release()
  await Promise.all(healthy)
  await engine.make({ html: 'next' })
  await engine[Symbol.asyncDispose]()
  // The browser of all renders, and the spare one.
  expect(engine.events.filter(({ event }) => event === 'browser started')).toHaveLength(2)
  const reasons = engine.events.flatMap((event) => (event.event === 'browser ended' ? [event.reason] : []))
  expect(reasons).toEqual(['disposed', 'disposed'])
})
