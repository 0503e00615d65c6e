import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, startUpstreamProxy, type UpstreamProxy } from '@render/testkit'
import { page, SHORT_TIMEOUT_MS } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import type { Probe, Rows } from '../probe.ts'

type Engine = Parameters<Probe>[0]['engine']
type Using = (
  proxy: { url: string; address: string },
  engine: Engine,
) => GivenOptions & { projectProxies?: string[] }

const PASSWORD = 'open%20sesame'

const SCRIPT = `
  const xhr = new XMLHttpRequest()
  xhr.open('POST', '/xhr')
  const sent = new Promise((done) => (xhr.onloadend = done))
  xhr.send('hello')
  Promise.all([sent, fetch('/fetch')]).then(() => document.body.append(document.createElement('u')))`
const OWN = ['own/', 'own/a.css', 'own/a.js', 'own/a.png', 'own/fetch', 'own/prefetch', 'own/xhr']
const PICTURES = ['other/a.png', 'other/b.png', 'own/a.png']
const OTHER = ['other/a.png', 'other/b.png', 'other/frame']
const ALL = [...OTHER, ...OWN]

/** Renders a page with requests to two sites, and returns those that came through the proxy. */
async function through(engine: Engine, using: Using, protocol: 'http' | 'socks5' = 'http') {
  await using proxy = await startUpstreamProxy(protocol)
  const seen: { name: string; isProxied: boolean }[] = []
  const prefetched = Promise.withResolvers<void>()
  const note = (site: string, { url, socket }: IncomingMessage) =>
    seen.push({ name: site + url, isProxied: socket.remoteAddress === proxy.address.split(':')[0] })
  await using other = await listenOn('127.0.1.2', (req, res) => {
    note('other', req)
    if (req.url !== '/frame') return res.end()
    return res.setHeader('content-type', 'text/html').end(page('', '<img src="/b.png">'))
  })
  await using own = await listenOn(ORIGIN_HOST, (req, res) => {
    note('own', req)
    if (req.url === '/prefetch') prefetched.resolve()
    // The render does not wait for a prefetch, so another response does.
    if (req.url === '/xhr') return void prefetched.promise.then(() => res.end())
    if (req.url !== '/') return void res.end()
    const pictures = `<img src="${other.url}/a.png"><img src="/a.png">`
    const rest = `<iframe src="${other.url}/frame"></iframe><link rel="stylesheet" href="/a.css"><link rel="prefetch" href="/prefetch"><script src="/a.js"></script><script>${SCRIPT}</script>`
    res.setHeader('content-type', 'text/html').end(page('', pictures + rest))
  })
  const { projectProxies, ...options } = using(proxy, engine)
  await engine.make({ url: own.url, wait_for: 'u', ...options }, { projectProxies })
  expect(proxy.rejected).toBe(0)
  expect(seen.map(({ name }) => name).toSorted()).toEqual(ALL)
  return seen.flatMap(({ name, isProxied }) => (isProxied ? [name] : [])).toSorted()
}

/** Renders a small page, for options that choose the proxy, and expects all its requests to come through the proxy. */
async function takesProxy(engine: Engine, using: Using): Promise<void> {
  await using proxy = await startUpstreamProxy('http')
  const seen: string[] = []
  const note = (site: string, { url, socket }: IncomingMessage) =>
    seen.push(`${socket.remoteAddress === proxy.address.split(':')[0] ? 'proxied' : 'direct'} ${site}${url}`)
  await using other = await listenOn('127.0.1.2', (req, res) => {
    note('other', req)
    res.end()
  })
  await using own = await listenOn(ORIGIN_HOST, (req, res) => {
    note('own', req)
    res.setHeader('content-type', 'text/html').end(page('', `<img src="${other.url}/a.png">`))
  })
  const { projectProxies, ...options } = using(proxy, engine)
  await engine.make({ url: own.url, ...options }, { projectProxies })
  expect(seen.toSorted()).toEqual(['proxied other/a.png', 'proxied own/'])
}

const PADDING = 100_000

/** Starts a site with a picture behind a redirect to another site, and a style sheet that is loaded after it. */
async function startCurious(proxy: UpstreamProxy) {
  const seen: Record<string, { isProxied: boolean; headers: object }> = {}
  const green = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#0f0"/>`
  const onload = `document.head.append(Object.assign(document.createElement('link'),
    { rel: 'stylesheet', href: '/late.css', onload: () => document.body.append(document.createElement('u')) }))`
  const answers: Record<string, (res: ServerResponse) => void> = {
    '/': (res) =>
      res.setHeader('content-type', 'text/html').end(page('', `<img src="/hop.png" onload="${onload}">`)),
    '/hop.png': (res) =>
      res.writeHead(302, { 'set-cookie': 'hop=2', location: `${other.url}/green.svg` }).end(),
    '/green.svg': (res) =>
      res
        .writeHead(200, { 'content-type': 'image/svg+xml', 'content-encoding': 'gzip' })
        .end(gzipSync(`${green}</svg>`)),
    '/late.css': (res) =>
      res
        .setHeader('content-type', 'text/css')
        .setHeader('x-name', 'ü')
        .end(`body { background: #f00 } /*${'x'.repeat(PADDING)}*/`),
  }
  const answer = ({ url = '', socket, headers }: IncomingMessage, res: ServerResponse): void => {
    seen[url] = { isProxied: socket.remoteAddress === proxy.address.split(':')[0], headers }
    answers[url]?.(res)
  }
  const other = await listenOn('127.0.1.2', answer)
  const own = await listenOn(ORIGIN_HOST, answer)
  return {
    url: own.url,
    seen,
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

/** Starts a proxy that sends the same answer to every connection; it hangs when the answer is empty. */
async function startUseless(answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer) socket.once('data', () => socket.end(answer))
  })
  await once(server.listen(0, ORIGIN_HOST), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `${ORIGIN_HOST}:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

/** Expects an error, without secrets, for options that name a proxy that cannot be used. */
async function refused(engine: Engine, using: ReturnType<Using>, expected: object): Promise<void> {
  await using own = await listenOn(ORIGIN_HOST, (_, res) => res.end('x'))
  const { projectProxies, ...options } = using
  const made = engine.make({ url: own.url, ...options }, { projectProxies })
  const failure = await made.catch((error: unknown) => error)
  expect(failure).toMatchObject(expected)
  expect(String((failure as Error).stack)).not.toContain('sesame')
}

export const proxying: Rows = {
  proxy: {
    'all requests of the page take the proxy, with a password and with SOCKS': async ({ engine }) => {
      expect(await through(engine, () => ({}))).toEqual([])
      expect(await through(engine, ({ url }) => ({ proxy: url }))).toEqual(ALL)
      expect(await through(engine, ({ address }) => ({ proxy: `me:${PASSWORD}@${address}` }))).toEqual(ALL)
      expect(await through(engine, ({ url }) => ({ proxy: url }), 'socks5')).toEqual(ALL)
    },
    'a proxy that refuses, is not there, or is not allowed fails without its password in the message':
      async ({ engine }) => {
        await using proxy = await startUpstreamProxy('http', { password: 'another' })
        const failed = { code: 'NavigationError', message: expect.stringContaining('proxy') }
        await refused(engine, { proxy: `me:${PASSWORD}@${proxy.address}` }, failed)
        await refused(engine, { proxy: `me:${PASSWORD}@${ORIGIN_HOST}:1` }, failed)
        const invalid = {
          code: 'InvalidOptions',
          details: [{ option: 'proxy', message: expect.any(String) }],
        }
        await refused(engine, { proxy: `me:${PASSWORD}@127.0.0.1:1` }, invalid)
        await refused(engine, { proxy: `socks4://me:${PASSWORD}@${proxy.address}` }, invalid)
      },
    'a proxy that does not answer, refuses, or connects to itself fails': async ({ engine }) => {
      const answers = {
        '': 'RenderTimeoutError',
        'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n': 'NavigationError',
        // A proxy that connects to itself sends this answer.
        'HTTP/1.1 200 OK\r\n\r\nCONNECT 127.0.1.1 HTTP/1.1\r\n\r\n': 'NavigationError',
      }
      for (const [answer, code] of Object.entries(answers)) {
        await using proxy = await startUseless(answer)
        const timeout = answer === '' ? SHORT_TIMEOUT_MS : undefined
        await refused(engine, { proxy: `me:${PASSWORD}@${proxy.address}`, timeout }, { code })
      }
    },
    'a forbidden address is refused before the proxy': async ({ engine }) => {
      await using proxy = await startUpstreamProxy('http')
      const inside = engine.make({ url: 'http://169.254.169.254/', proxy: proxy.url })
      await expect(inside).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
      expect(proxy.targets).toEqual([])
    },
  },
  use_proxy: {
    'all requests take a proxy of the project, before one of the service, unless the caller names one':
      async ({ engine }) => {
        const options = { use_proxy: true, service_proxy: 'none' }
        await takesProxy(engine, ({ url }) => ({ ...options, projectProxies: [url] }))
        await using other = await startUpstreamProxy('http')
        const named: Using = ({ url }) => ({ ...options, proxy: url, projectProxies: [other.url] })
        await takesProxy(engine, named)
        expect(other.targets).toEqual([])
        await refused(engine, options, {
          code: 'InvalidOptions',
          message: expect.stringContaining('use_proxy'),
        })
      },
    'one of several proxies is chosen for each attempt': async ({ engine }) => {
      await using one = await startUpstreamProxy('http')
      await using two = await startUpstreamProxy('http')
      await using own = await listenOn(ORIGIN_HOST, (_, res) => res.end('x'))
      const projectProxies = [one.url, two.url]
      while (one.targets.length === 0 || two.targets.length === 0)
        await engine.make({ url: own.url, use_proxy: true }, { projectProxies })
    },
  },
  service_proxy: {
    'all requests take the named proxy of the service': async ({ engine }) => {
      const using: Using = ({ url }, { upstreamProxies }) => {
        upstreamProxies.services.office = [url]
        return { service_proxy: 'office' }
      }
      await takesProxy(engine, using)
      const message = expect.stringContaining('must be one of office')
      await refused(engine, { service_proxy: 'constructor' }, { code: 'InvalidOptions', message })
    },
  },
  pov: {
    'all requests take the proxy of the vantage point, and an unknown one is not available': async ({
      engine,
    }) => {
      const using: Using = ({ url }, { upstreamProxies }) => {
        upstreamProxies.vantagePoints.premium = [url]
        return { pov: 'premium' }
      }
      await takesProxy(engine, using)
      const message = expect.stringContaining('POV_PROXIES')
      await refused(engine, { pov: 'hidden' }, { code: 'FeatureNotAvailableOnPlan', message })
    },
  },
  pov_country: {
    'chooses the proxy of the country, and an unknown one is not available': async ({ engine }) => {
      const using: Using = ({ url }, { upstreamProxies }) => {
        upstreamProxies.vantagePoints['geo/gb'] = [url]
        return { pov: 'geo', pov_country: 'gb' }
      }
      await takesProxy(engine, using)
      await refused(engine, { pov: 'geo', pov_country: 'us' }, { code: 'FeatureNotAvailableOnPlan' })
    },
  },
  point_of_view: {
    'names the vantage point': async ({ engine }) =>
      refused(engine, { point_of_view: 'none' }, { code: 'FeatureNotAvailableOnPlan' }),
  },
  point_of_view_country: {
    'names the country': async ({ engine }) => {
      const options = { pov: 'geo', point_of_view_country: 'fr' }
      await refused(engine, options, { message: expect.stringContaining('geo/fr') })
    },
  },
  proxy_hosts: {
    'only requests to these hosts take the proxy': async ({ engine }) => {
      const using: Using = ({ url }) => ({ proxy: url, proxy_hosts: ['127.0.1.2'] })
      expect(await through(engine, using)).toEqual(OTHER)
    },
  },
  proxy_same_domain: {
    'warns where it has no effect': async ({ engine }) => {
      const warningsFor = async (options: GivenOptions) =>
        (await engine.make({ html: 'x', ...options })).warnings
      const alone = { proxy_same_domain: true, reduce_proxy: true }
      expect(await warningsFor({})).toEqual([])
      expect(await warningsFor(alone)).toEqual([
        expect.stringContaining('"proxy_same_domain" has no effect without a proxy'),
        expect.stringContaining('"reduce_proxy" has no effect without a proxy'),
      ])
      expect(await warningsFor({ ...alone, proxy: `${ORIGIN_HOST}:1` })).toEqual([
        expect.stringContaining('"proxy_same_domain" has no effect on "html"'),
      ])
    },
    "only requests to the page's own site take the proxy": async ({ engine }) => {
      const own: Using = ({ url }) => ({ proxy: url, proxy_same_domain: true })
      expect(await through(engine, own)).toEqual(OWN)
      const both: Using = (proxy, world) => ({ ...own(proxy, world), proxy_hosts: ['127.0.1.2'] })
      expect(await through(engine, both)).toEqual(ALL)
    },
  },
  reduce_proxy: {
    'only documents, scripts and calls take the proxy': async ({ engine }) => {
      const using: Using = ({ url }) => ({ proxy: url, reduce_proxy: true })
      const essential = ['other/frame', 'own/', 'own/a.js', 'own/fetch', 'own/xhr']
      expect(await through(engine, using)).toEqual(essential)
      const both: Using = (proxy, world) => ({ ...using(proxy, world), proxy_hosts: ['127.0.1.2'] })
      expect(await through(engine, both)).toEqual([...new Set([...OTHER, ...essential])])
    },
    'the others keep their cookies, headers and bodies, and the way is chosen for each hop': async ({
      engine,
    }) => {
      await using proxy = await startUpstreamProxy('http')
      await using site = await startCurious(proxy)
      const { body, bandwidthBytes } = await engine.make({
        url: site.url,
        wait_for: 'u',
        proxy: proxy.url,
        proxy_hosts: ['127.0.1.2'],
        reduce_proxy: true,
        cookie: ['mine=1'],
        header: ['X-A=b'],
      })
      // The picture is compressed, behind a redirect, and green.
      const picture = await readPicture(body)
      expect([picture.at(50, 50), picture.at(600, 500)]).toEqual([GREEN, RED])
      expect(site.seen).toMatchObject({
        '/': { isProxied: true },
        '/hop.png': { isProxied: false, headers: { cookie: 'mine=1', 'x-a': 'b', referer: `${site.url}/` } },
        // The proxy is chosen for each hop.
        '/green.svg': { isProxied: true },
        // Later requests have the cookies of earlier responses.
        '/late.css': { isProxied: false, headers: { cookie: expect.stringContaining('hop=2') } },
      })
      expect(bandwidthBytes).toBeGreaterThan(PADDING)
    },
  },
  proxy_resources: {
    'only these kinds of requests take the proxy': async ({ engine }) => {
      const using: Using = ({ url }) => ({ proxy: url, proxy_resources: ['image', 'prefetch'] })
      expect(await through(engine, using)).toEqual([...PICTURES, 'own/prefetch'])
      const calls: Using = ({ url }) => ({ proxy: url, proxy_resources: ['xhr', 'fetch'] })
      expect(await through(engine, calls, 'socks5')).toEqual(['own/fetch', 'own/xhr'])
    },
    'requests with bodies, failures and sockets work both ways': async ({ engine }) => {
      await using proxy = await startUpstreamProxy('http')
      const options = { proxy: proxy.url, proxy_resources: ['fetch', 'image', 'websocket'] }
      await using echo = await listenOn(ORIGIN_HOST, (req, res) => {
        const { cookie = '' } = req.headers
        void text(req).then((body) => res.setHeader('set-cookie', ['a=1', 'b=2']).end(body + cookie))
      })
      await using gone = await listenOn(ORIGIN_HOST, () => undefined)
      await gone[Symbol.asyncDispose]()
      const asks = [
        `fetch('/echo', { method: 'POST', body: 'hello' })`,
        `fetch('/echo', { method: 'PUT', body: 'again ' })`,
        `fetch('/echo', { method: 'POST', body: new Blob([' blob ']) })`,
        `fetch('http://169.254.169.254/')`,
        `fetch('${gone.url}')`,
      ]
      const texts = asks.map((ask) => `await ${ask}.then((answer) => answer.text(), () => 'failed')`)
      const script = `
        const text = [${texts.join()}].join('|')
        document.body.style.background = text === 'hello|again a=1; b=2| blob a=1; b=2|failed|failed' ? '#0f0' : '#f00'
        document.body.append(document.createElement('u'))`
      const html = page('', `<script type="module">${script}</script>`)
      const { body, warnings } = await engine.make({ html, base_url: echo.url, wait_for: 'u', ...options })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
      expect(warnings).toEqual([expect.stringContaining('websocket')])
      expect(proxy.targets).toContain(new URL(echo.url).host)
      expect(proxy.targets.filter((address) => address.startsWith('169.'))).toEqual([])
    },
    'preflights and permissions work both ways': async ({ picture }) => {
      await using proxy = await startUpstreamProxy('http')
      const seen: string[] = []
      const permission = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-a' }
      await using other = await listenOn('127.0.1.2', ({ method, url, socket }, res) => {
        if (socket.remoteAddress === proxy.address.split(':')[0]) seen.push(`${method} ${url}`)
        res.writeHead(200, url === '/open' ? permission : {}).end('text')
      })
      const isReadable = async (ask: string, options: GivenOptions = {}) => {
        const script = `
          const text = await fetch('${other.url}${ask}).then((answer) => answer.text(), () => 'nothing')
          document.body.style.background = text === 'text' ? '#0f0' : '#f00'
          document.body.append(document.createElement('u'))`
        const html = page('', `<script type="module">${script}</script>`)
        const base_url = other.url.replace('.2:', '.1:')
        const detour = { proxy: proxy.url, proxy_resources: ['fetch'], wait_for: 'u' }
        return (await picture({ html, base_url, ...detour, ...options })).at(600, 500) === GREEN
      }
      // CORS rules apply as without a proxy.
      expect(await isReadable("/closed'")).toBe(false)
      expect(await isReadable("/closed'", { add_cors: true })).toBe(true)
      expect(await isReadable("/open', { headers: { 'x-a': 'b' } }")).toBe(true)
      expect(await isReadable("/asks', { headers: { 'x-a': 'b' } }")).toBe(false)
      expect(seen).toEqual(['GET /closed', 'GET /closed', 'OPTIONS /open', 'GET /open', 'OPTIONS /asks'])
    },
  },
}
