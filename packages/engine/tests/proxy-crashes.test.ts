// Checks renders while the egress proxy, their only connection to the outside, crashes or hangs.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startEgressProxy, type EgressProxy } from '@render/net'
import { isNightly, listenOn, startOrigin, until, type Origin } from '@render/testkit'
import { networks } from './networks.ts'
import { page, SHORT_TIMEOUT_MS, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let proxy: EgressProxy
let origin: Origin
/** The number of open tunnels. */
let tunnels = 0

/** How the proxy is stopped. Only the best network is tried with both signals. */
const SIGNALS = ['SIGKILL', 'SIGSTOP'] as const

describe.each(networks)('%s', (_name, namespace) => {
  const isBest = namespace === networks[0][1]
  const signals = isBest ? SIGNALS : SIGNALS.slice(0, 1)
  /** The other network is another way around the proxy; the rest is the same in it. */
  const isWhole = isBest || isNightly

  beforeAll(async () => {
    origin = await startOrigin()
    proxy = await startEgressProxy({ allow: ['127.0.1.0/24'], namespace, pingMs: 50, silenceMs: 4000 })
    const openTunnel: EgressProxy['openTunnel'] = async (limits, route) => {
      const tunnel = await proxy.openTunnel(limits, route)
      tunnels += 1
      return {
        ...tunnel,
        async [Symbol.asyncDispose]() {
          tunnels -= 1
          await tunnel[Symbol.asyncDispose]()
        },
      }
    }
    engine = await startTestEngine({ proxy: { ...proxy, openTunnel } })
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await origin[Symbol.asyncDispose]()
  })

  describe.each(signals)('when the proxy gets %s', (signal) => {
    test('no request bypasses the proxy', async () => {
      let arrived = 0
      await using canary = await listenOn('127.0.0.1', (_, res) => {
        arrived += 1
        res.end()
      })
      const before = origin.seen.length
      const script = `fetch('/green'); setInterval(() => fetch('${canary.url}', { mode: 'no-cors' }).catch(() => {}), 5)`
      const rendering = engine.make({
        url: origin.url,
        html: page('', `<script>${script}</script>`),
        delay: 1500,
      })
      const failed = expect(rendering).rejects.toMatchObject({ reason: 'proxy' })
      await until(() => origin.seen.length > before)
      process.kill(proxy.pid!, signal)
      await failed
      expect(arrived).toBe(0)
    })

    if (!isWhole) return
    test.each([
      ['that is loading its page', () => `${origin.url}/never-ends`],
      ['whose page is loaded', () => `${origin.url}/green`],
    ])('a render %s fails with reason proxy, and the next render succeeds', async (_, url) => {
      const before = origin.seen.length
      const rendering = engine.make({ url: url(), delay: 2000 })
      const failed = expect(rendering).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'proxy' })
      await until(() => origin.seen.length > before)
      process.kill(proxy.pid!, signal)
      await failed
      const browsers = engine.browsers()
      expect((await engine.make({ url: `${origin.url}/green` })).response?.statusCode).toBe(200)
      expect(engine.browsers()).toEqual(expect.arrayContaining(browsers))
    })
  })

  if (!isWhole) return
  if (isBest)
    test('a render whose page times out while the proxy hangs fails with reason proxy', async () => {
      const html = page('', `<img src="${origin.url}/green">`)
      const onStage = (name: string): void => {
        if (name === 'load-page') process.kill(proxy.pid!, 'SIGSTOP')
      }
      const rendering = engine.make({ html, timeout: SHORT_TIMEOUT_MS / 5 }, { onStage })
      await expect(rendering).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'proxy' })
    })

  test('a spare tab is not used after its tunnel was closed', async () => {
    const url = `${origin.url}/green`
    await engine.make({ url })
    const earlier = new Set(engine.tunnels)
    await engine.make({ url })
    // The tab that is prepared for the next such render has loaded nothing, unlike that of the last one.
    await until(async () => {
      const bytes = [...engine.tunnels].filter((each) => !earlier.has(each)).map((each) => each.bytes())
      return (await Promise.all(bytes)).includes(0)
    })
    const { pid } = proxy
    process.kill(pid!, 'SIGKILL')
    await until(() => proxy.pid !== pid)
    expect((await engine.make({ url })).response?.statusCode).toBe(200)
  })

  test('tunnels are closed with their tabs, and with their browsers', async () => {
    await Promise.all(Array.from({ length: 5 }, () => engine.make({ html: 'x' })))
    // Each browser keeps at most one spare tab.
    await until(() => tunnels <= engine.browsers().length)
    for (const pid of engine.browsers()) process.kill(pid, 'SIGKILL')
    await until(() => tunnels === 0)
  })
})
