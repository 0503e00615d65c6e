import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn } from '@render/testkit'
import type { IncomingHttpHeaders } from 'node:http'
import { page } from '../test-engine.ts'
import { GREEN, RED } from './colours.ts'
import type { Row, Rows, World } from './rows.ts'

/** Green when a condition of JavaScript comes to hold in the page. */
const sees =
  (condition: string, options: GivenOptions): Row =>
  async ({ origin, picture }) => {
    const script = `Promise.resolve().then(async () => {
      if (${condition}) document.body.style.background = '#0f0'
      document.body.append(document.createElement('u'))
    })`
    const html = page('body { background: #f00 }', `<script>${script}</script>`)
    const shown = async (given: GivenOptions) =>
      (await picture({ html, base_url: origin.url, wait_for: 'u', ...given })).at(600, 500)
    expect([await shown({}), await shown(options)]).toEqual([RED, GREEN])
  }

const WITHOUT_WINDOW =
  '/Headless/.test(navigator.userAgent) || navigator.webdriver || navigator.plugins.length === 0 || outerHeight <= innerHeight'

/** The headers that arrive with a request for a path, one of each request. */
async function headersAt({ engine, origin }: World, path: string, options: GivenOptions) {
  const before = origin.seen.length
  await engine.make({ url: `${origin.url}${path}`, ...options })
  return origin.seen.slice(before).map(({ headers }) => headers)
}

const sends =
  (options: GivenOptions, expected: IncomingHttpHeaders): Row =>
  async (world) =>
    expect(await headersAt(world, '/green', options)).toContainEqual(expect.objectContaining(expected))

const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const POSITION =
  'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)).then(({ coords }) => coords, () => ({}))'

/** A site of two origins: the first leads on to the second, with a page and with a picture, and asks it for another. */
async function startTwo() {
  const seen: Record<'own' | 'other', IncomingHttpHeaders[]> = { own: [], other: [] }
  const other = await listenOn('127.0.1.2', ({ headers }, res) => {
    seen.other.push(headers)
    res.setHeader('content-type', 'text/html').end(page('', 'other'))
  })
  const own = await listenOn('127.0.1.1', ({ url, headers }, res) => {
    seen.own.push(headers)
    if (url === '/leave') res.writeHead(302, { location: other.url }).end()
    else
      res
        .setHeader('content-type', 'text/html')
        .end(page('', `<img src="/leave"><img src="${other.url}/a.png">`))
  })
  return {
    url: own.url,
    seen,
    async [Symbol.asyncDispose]() {
      await Promise.all([own[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
    },
  }
}

const staysHome =
  (options: GivenOptions, header: string, value: string): Row =>
  async ({ engine }) => {
    await using site = await startTwo()
    await engine.make({ url: site.url, ...options })
    await engine.make({ url: `${site.url}/leave`, ...options })
    expect(site.seen.own.length).toBeGreaterThanOrEqual(3)
    expect(new Set(site.seen.own.map((headers) => headers[header]))).toEqual(new Set([value]))
    expect(site.seen.other.length).toBeGreaterThanOrEqual(3)
    expect(site.seen.other.filter((headers) => header in headers)).toEqual([])
  }

const ASK = (path: string) => `fetch('${path}').catch(() => undefined)`
const WORKERS: Record<string, string> = {
  '/worker.js': ASK('/by-worker'),
  '/shared.js': ASK('/by-shared'),
  '/service.js': ASK('/by-service'),
}
const STARTS_WORKERS = page(
  '',
  `<script type="module">
    new Worker('/worker.js')
    if (globalThis.SharedWorker) new SharedWorker('/shared.js')
    await navigator.serviceWorker.register('/service.js').catch(() => fetch('/without-service'))
    await fetch('/all-asked')
    document.body.append(document.createElement('u'))</script>`,
)

/** All that the page asks for, also through workers, has the header; without it each kind of worker asks. */
const reachesAll =
  (options: GivenOptions, header: string, value: string): Row =>
  async ({ engine }) => {
    const askedWith = async (given: GivenOptions, expected: string[]) => {
      const seen: Record<string, IncomingHttpHeaders> = {}
      const { promise: allAsked, resolve: onAllAsked } = Promise.withResolvers<void>()
      await using site = await listenOn('127.0.1.1', ({ url = '', headers }, res) => {
        seen[url] = headers
        if (expected.every((path) => path in seen)) onAllAsked()
        const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
        res.setHeader('content-type', type)
        if (url === '/all-asked') void allAsked.then(() => res.end())
        else res.end(WORKERS[url] ?? (url === '/' ? STARTS_WORKERS : ''))
      })
      await engine.make({ url: site.url, wait_for: 'u', fail_if_selector_missing: true, ...given })
      return Object.values(seen)
    }
    await askedWith({}, ['/by-worker', '/by-shared', '/by-service'])
    const seen = await askedWith(options, ['/by-worker', '/without-service'])
    expect(seen.filter((headers) => headers[header] !== value)).toEqual([])
  }

export const identity: Rows = {
  user_agent: [
    sends({ user_agent: UA }, { 'user-agent': UA, 'sec-ch-ua-platform': '"Windows"' }),
    sees(`navigator.userAgent === '${UA}' && navigator.platform === 'Win32'`, { user_agent: UA }),
    sees("/iPhone/.test(navigator.userAgent) && navigator.platform === 'iPhone'", { user_agent: 'mobile' }),
    sees('/Macintosh.* Chrome\\/\\d/.test(navigator.userAgent) && !/Headless/.test(navigator.userAgent)', {
      user_agent: 'desktop',
    }),
    reachesAll({ user_agent: 'x' }, 'user-agent', 'x'),
    sends({ user_agent: 'constructor' }, { 'user-agent': 'constructor' }),
    sends({ user_agent: 'x', header: ['User-Agent=y'] }, { 'user-agent': 'x' }),
    async (world) => {
      const [headers] = await headersAt(world, '/green', { user_agent: 'random' })
      expect(headers!['user-agent']).toMatch(/Mozilla.* Chrome\/\d+/)
    },
  ],
  platform: [
    sees("navigator.platform === 'Win32'", { platform: 'Win32' }),
    async ({ picture }) => {
      const systems = '{ Linux: /^Linux/, Macintosh: /^Mac/ }'
      const script = `
        const [, platform] = Object.entries(${systems}).find(([system]) => navigator.userAgent.includes(system))
        if (platform.test(navigator.platform)) document.body.style.background = '#0f0'`
      for (const options of [{}, { hide_headless: true }]) {
        const shown = await picture({ html: page('', `<script>${script}</script>`), ...options })
        expect(shown.at(600, 500)).toBe(GREEN)
      }
    },
  ],
  accept_lang: [
    sends({}, { 'accept-language': 'en-US' }),
    reachesAll({ accept_lang: 'de-CH,fr;q=0.8' }, 'accept-language', 'de-CH,fr;q=0.9'),
    // What has no option of its own beside it is a header like any other.
    sends({ header: ['Accept-Language=nl'] }, { 'accept-language': 'nl' }),
    sends({ header: ['Accept-Language=nl'], accept_lang: 'fr' }, { 'accept-language': 'fr' }),
    sees("navigator.languages.join() === 'de-DE,fr' && (1.5).toLocaleString() === '1,5'", {
      accept_lang: 'fr;q=0.5, de-DE',
    }),
  ],
  tz: [
    sees("Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'", { tz: 'Asia/Tokyo' }),
    async ({ picture }) => {
      const script = "if (new Date().getTimezoneOffset() === 0) document.body.style.background = '#0f0'"
      expect((await picture({ html: page('', `<script>${script}</script>`) })).at(600, 500)).toBe(GREEN)
    },
  ],
  latitude: [sees(`(await ${POSITION}).latitude === 47.5`, { latitude: 47.5, longitude: 8 })],
  longitude: [sees(`(await ${POSITION}).longitude === 8.25`, { latitude: 47.5, longitude: 8.25 })],
  accuracy: [sees(`(await ${POSITION}).accuracy === 12`, { latitude: 47.5, longitude: 8, accuracy: 12 })],
  authorization: [
    sends({ authorization: 'Bearer abc' }, { authorization: 'Bearer abc' }),
    staysHome({ authorization: 'Bearer abc' }, 'authorization', 'Bearer abc'),
  ],
  header: [
    sends({ header: ['X-One=a=b', 'x-two: c:d'] }, { 'x-one': 'a=b', 'x-two': 'c:d' }),
    staysHome({ header: ['X-Own=1'] }, 'x-own', '1'),
    reachesAll({ header: ['X-Own=1'] }, 'x-own', '1'),
  ],
  headers: [sends({ headers: ['X-One=1'] }, { 'x-one': '1' })],
  cookie: [
    sends({ cookie: ['a=b=c', 'd=e; HttpOnly; Path=/'] }, { cookie: 'a=b=c; d=e' }),
    staysHome({ cookie: ['a=b'] }, 'cookie', 'a=b'),
    sees("document.cookie === 'a=b'", { cookie: ['a=b', 'c=d; HttpOnly', 'e=f; Path=/elsewhere'] }),
    async ({ engine, origin }) => {
      const refused = engine.make({ url: origin.url, cookie: ['a=secret\u0001'] })
      await expect(refused).rejects.toMatchObject({ code: 'InvalidOptions', details: [{ option: 'cookie' }] })
      await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
    },
  ],
  hide_headless: [sees(`!(${WITHOUT_WINDOW})`, { hide_headless: true })],
  use_stealth: [sees(`!(${WITHOUT_WINDOW}) && 'chrome' in window`, { use_stealth: true })],
  cookies: [sends({ cookies: ['a=b'] }, { cookie: 'a=b' })],
  referer: [
    sends({ referer: 'https://from.example/x' }, { referer: 'https://from.example/x' }),
    async ({ engine, origin }) => {
      const { warnings } = await engine.make({ html: 'x', cookie: ['a=b'], header: ['a=b'] })
      expect(warnings).toHaveLength(2)
      expect((await engine.make({ url: origin.url, cookie: ['a=b'] })).warnings).toEqual([])
    },
  ],
  referrer: [sends({ referrer: 'https://from.example/x' }, { referer: 'https://from.example/x' })],
}
