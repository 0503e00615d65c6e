// What happens to renders when the proxy, their only way out, dies or hangs.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEgressProxy, type EgressProxy } from '@render/net'
import { listenOn, startOrigin, until, type Origin } from '@render/testkit'
import { networks } from './networks.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let proxy: EgressProxy
let origin: Origin
/** Ways out that are not closed. */
let ways = 0

describe.each(networks)('%s', (_name, namespace) => {
  beforeAll(async () => {
    origin = await startOrigin()
    proxy = await startEgressProxy({ allow: ['127.0.1.0/24'], namespace, pingMs: 50, silenceMs: 1000 })
    const open: EgressProxy['open'] = async (limits, route) => {
      const way = await proxy.open(limits, route)
      ways += 1
      return {
        ...way,
        async [Symbol.asyncDispose]() {
          ways -= 1
          await way[Symbol.asyncDispose]()
        },
      }
    }
    engine = await startTestEngine({ proxy: { ...proxy, open } })
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await origin[Symbol.asyncDispose]()
  })

  describe.each(['SIGKILL', 'SIGSTOP'] as const)('when the proxy gets %s', (signal) => {
    test.each([
      ['that loads its page', () => `${origin.url}/never-ends`],
      ['whose page is there', () => `${origin.url}/green`],
    ])(
      'a render %s is to be made again, and the next is fine',
      async (_, url) => {
        const before = origin.seen.length
        const rendering = engine.make({ url: url(), delay: 3000 })
        const failed = expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'proxy' })
        await until(() => origin.seen.length > before)
        process.kill(proxy.pid!, signal)
        await failed
        const browsers = engine.browsers()
        expect((await engine.make({ url: `${origin.url}/green` })).response?.statusCode).toBe(200)
        expect(engine.browsers()).toEqual(expect.arrayContaining(browsers))
      },
      30_000,
    )

    test('nothing goes directly', async () => {
      let arrived = 0
      await using canary = await listenOn('127.0.0.1', (_, res) => {
        arrived += 1
        res.end()
      })
      const script = `setInterval(() => fetch('${canary.url}', { mode: 'no-cors' }).catch(() => {}), 5)`
      const rendering = engine.make({
        url: origin.url,
        html: page('', `<script>${script}</script>`),
        delay: 1500,
      })
      const failed = expect(rendering).rejects.toMatchObject({ reason: 'proxy' })
      await sleep(500)
      process.kill(proxy.pid!, signal)
      await failed
      expect(arrived).toBe(0)
    }, 30_000)
  })

  test('the tab that was kept ready is not used when its way was closed meanwhile', async () => {
    await engine.make({ html: 'x' })
    await sleep(300)
    const { pid } = proxy
    process.kill(pid!, 'SIGKILL')
    await until(() => proxy.pid !== pid)
    expect((await engine.make({ url: `${origin.url}/green` })).response?.statusCode).toBe(200)
  })

  test('ways are closed with their tabs, and with their browsers', async () => {
    await Promise.all(Array.from({ length: 5 }, () => engine.make({ html: 'x' })))
    // Each browser keeps one tab ready at most.
    await until(() => ways <= engine.browsers().length)
    for (const pid of engine.browsers()) process.kill(pid, 'SIGKILL')
    await until(() => ways === 0)
  })
})
