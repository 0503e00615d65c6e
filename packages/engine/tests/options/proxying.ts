import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, startUpstreamProxy } from '@render/testkit'
import { page } from '../test-engine.ts'
import type { Row, Rows } from './rows.ts'

type Engine = Parameters<Row>[0]['engine']
type Using = (proxy: { url: string; at: string }, engine: Engine) => GivenOptions

const PASSWORD = 'open%20sesame'

/** A page with pictures of its own site and of another one: which of the two went through the proxy. */
async function through(engine: Engine, using: Using, protocol: 'http' | 'socks5' = 'http') {
  await using proxy = await startUpstreamProxy(protocol)
  const answer = (_: unknown, res: { setHeader(name: string, value: string): { end(text: string): void } }) =>
    res
      .setHeader('content-type', 'text/html')
      .end(page('', `<img src="${other.url}/a.png"><script src="/a.js"></script>`))
  await using other = await listenOn('127.0.1.2', (_, res) => res.end(''))
  await using own = await listenOn(ORIGIN_HOST, answer)
  await engine.make({ url: own.url, ...using(proxy, engine) })
  expect(proxy.turnedAway).toBe(0)
  const names: Record<string, string> = {
    [new URL(own.url).host]: 'own',
    [new URL(other.url).host]: 'other',
  }
  return [...new Set(proxy.asked.flatMap((address) => names[address] ?? []))].toSorted()
}

/** A proxy that says one thing to everybody; when that is nothing, it hangs. */
async function startUseless(answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer) socket.once('data', () => socket.end(answer))
  })
  await once(server.listen(0, ORIGIN_HOST), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: `${ORIGIN_HOST}:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

/** What somebody is told whose options name proxies that cannot be used. */
async function refused(engine: Engine, options: GivenOptions, told: object): Promise<void> {
  await using own = await listenOn(ORIGIN_HOST, (_, res) => res.end('x'))
  const failure = await engine.make({ url: own.url, ...options }).catch((error: unknown) => error)
  expect(failure).toMatchObject(told)
  expect(String((failure as Error).stack)).not.toContain('sesame')
}

const ALL = ['other', 'own']

export const proxying: Rows = {
  proxy: [
    async ({ engine }) => {
      expect(await through(engine, () => ({}))).toEqual([])
      expect(await through(engine, ({ url }) => ({ proxy: url }))).toEqual(ALL)
      expect(await through(engine, ({ at }) => ({ proxy: `me:${PASSWORD}@${at}` }))).toEqual(ALL)
      expect(await through(engine, ({ url }) => ({ proxy: url }), 'socks5')).toEqual(ALL)
    },
    async ({ engine }) => {
      await using proxy = await startUpstreamProxy('http', { password: 'another' })
      const failed = { code: 'NavigationError', message: expect.stringContaining('proxy') }
      await refused(engine, { proxy: `me:${PASSWORD}@${proxy.at}` }, failed)
      await refused(engine, { proxy: `me:${PASSWORD}@${ORIGIN_HOST}:1` }, failed)
      const invalid = { code: 'InvalidOptions', details: [{ option: 'proxy', message: expect.any(String) }] }
      await refused(engine, { proxy: `me:${PASSWORD}@127.0.0.1:1` }, invalid)
      await refused(engine, { proxy: `socks4://me:${PASSWORD}@${proxy.at}` }, invalid)
    },
    async ({ engine }) => {
      const answers = {
        '': 'RenderTimeoutError',
        'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n': 'NavigationError',
        // As one that leads to itself.
        'HTTP/1.1 200 OK\r\n\r\nCONNECT 127.0.1.1 HTTP/1.1\r\n\r\n': 'NavigationError',
      }
      for (const [answer, code] of Object.entries(answers)) {
        await using proxy = await startUseless(answer)
        await refused(engine, { proxy: `me:${PASSWORD}@${proxy.at}`, timeout: 5000 }, { code })
      }
    },
    async ({ engine }) => {
      await using proxy = await startUpstreamProxy('http')
      const inside = engine.make({ url: 'http://169.254.169.254/', proxy: proxy.url })
      await expect(inside).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
      expect(proxy.asked).toEqual([])
    },
  ],
  service_proxy: [
    async ({ engine }) => {
      const using: Using = ({ url }, { uplinks }) => {
        uplinks.services.office = [url]
        return { service_proxy: 'office' }
      }
      expect(await through(engine, using)).toEqual(ALL)
      // What the caller names comes first.
      expect(await through(engine, ({ url }) => ({ service_proxy: 'office', proxy: url }))).toEqual(ALL)
      await refused(engine, { service_proxy: 'constructor' }, { code: 'InvalidOptions' })
    },
  ],
  pov: [
    async ({ engine }) => {
      const using: Using = ({ url }, { uplinks }) => {
        uplinks.vantagePoints.premium = [url]
        return { pov: 'premium' }
      }
      expect(await through(engine, using)).toEqual(ALL)
      const message = expect.stringContaining('POV_PROXIES')
      await refused(engine, { pov: 'hidden' }, { code: 'FeatureNotAvailableOnPlan', message })
    },
  ],
  pov_country: [
    async ({ engine }) => {
      const using: Using = ({ url }, { uplinks }) => {
        uplinks.vantagePoints['geo/gb'] = [url]
        return { pov: 'geo', pov_country: 'gb' }
      }
      expect(await through(engine, using)).toEqual(ALL)
      await refused(engine, { pov: 'geo', pov_country: 'us' }, { code: 'FeatureNotAvailableOnPlan' })
    },
  ],
  point_of_view: [
    async ({ engine }) => refused(engine, { point_of_view: 'none' }, { code: 'FeatureNotAvailableOnPlan' }),
  ],
  point_of_view_country: [
    async ({ engine }) => {
      const options = { pov: 'geo', point_of_view_country: 'fr' }
      await refused(engine, options, { message: expect.stringContaining('geo/fr') })
    },
  ],
  proxy_hosts: [
    async ({ engine }) => {
      const using: Using = ({ url }) => ({ proxy: url, proxy_hosts: ['127.0.1.2'] })
      expect(await through(engine, using)).toEqual(['other'])
    },
  ],
  proxy_same_domain: [
    async ({ engine }) => {
      const own: Using = ({ url }) => ({ proxy: url, proxy_same_domain: true })
      expect(await through(engine, own)).toEqual(['own'])
      const both: Using = (proxy, world) => ({ ...own(proxy, world), proxy_hosts: ['127.0.1.2'] })
      expect(await through(engine, both)).toEqual(ALL)
    },
  ],
}
