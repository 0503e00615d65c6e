import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn } from '@render/testkit'
import type { IncomingHttpHeaders } from 'node:http'
import { page } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'

/** A script that fails before its end fails the render. */
const WAITING = { wait_for: 'u', fail_if_selector_missing: true }

/** The conditions of `sees`. */
const conditions: string[] = []

/** Returns a probe that expects a JavaScript condition to be true in a page with these options. */
function sees(condition: string, options: GivenOptions): Probe {
  conditions.push(condition)
  return async (world) => expect(await colourWhere(world, condition, options)).toBe(GREEN)
}

/** Returns the colour of a page that is green where a JavaScript condition is true. */
async function colourWhere(
  { origin, picture }: World,
  condition: string,
  options: GivenOptions,
): Promise<string> {
  const script = `Promise.resolve().then(async () => {
    if (${condition}) document.body.style.background = '#0f0'
    document.body.append(document.createElement('u'))
  })`
  const html = page('body { background: #f00 }', `<script>${script}</script>`)
  return (await picture({ html, base_url: origin.url, ...WAITING, ...options })).at(600, 500)
}

const WITHOUT_WINDOW =
  '/Headless/.test(navigator.userAgent) || navigator.webdriver || navigator.plugins.length === 0 || outerHeight <= innerHeight'

/** Returns the headers of each request for a path. */
async function headersAt({ engine, origin }: World, path: string, options: GivenOptions) {
  const before = origin.seen.length
  await engine.make({ url: `${origin.url}${path}`, ...options })
  return origin.seen.slice(before).map(({ headers }) => headers)
}

const sends =
  (options: GivenOptions, expected: IncomingHttpHeaders): Probe =>
  async (world) =>
    expect(await headersAt(world, '/green', options)).toContainEqual(expect.objectContaining(expected))

const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const POSITION =
  'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)).then(({ coords }) => coords, () => ({}))'

/** Starts two origins. The first redirects to the second, for a page and a picture, and requests another picture there. */
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

/** Renders a page of one site and a redirect to another, with secrets for the first. */
const sentAround = oncePerWorld(async ({ engine }) => {
  const secrets = { authorization: 'Bearer abc', header: ['X-Own=1'], cookie: ['a=b'] }
  await using site = await startTwo()
  const stayed = await engine.make({ url: site.url, ...secrets })
  const left = await engine.make({ url: `${site.url}/leave`, ...secrets })
  return { stayed: stayed.warnings, left: left.warnings, seen: site.seen }
})

const staysHome =
  (option: string, header: string, value: string): Probe =>
  async (world) => {
    const { stayed, left, seen } = await sentAround(world)
    expect(stayed).toEqual([])
    expect(left).toEqual([expect.stringMatching(`"${option}".*: not sent to .*, to which the URL redirects`)])
    expect(seen.own.length).toBeGreaterThanOrEqual(3)
    expect(new Set(seen.own.map((headers) => headers[header]))).toEqual(new Set([value]))
    expect(seen.other.length).toBeGreaterThanOrEqual(3)
    expect(seen.other.filter((headers) => header in headers)).toEqual([])
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
    await fetch('/all-requested')
    document.body.append(document.createElement('u'))</script>`,
)

/** Renders a page that starts workers until these paths are requested. Returns the headers of all requests. */
async function requestedWith({ engine }: World, given: GivenOptions, expected: string[]) {
  const seen: Record<string, IncomingHttpHeaders> = {}
  const { promise: allRequested, resolve: onAllRequested } = Promise.withResolvers<void>()
  await using site = await listenOn('127.0.1.1', ({ url = '', headers }, res) => {
    seen[url] = headers
    if (expected.every((path) => path in seen)) onAllRequested()
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    res.setHeader('content-type', type)
    if (url === '/all-requested') void allRequested.then(() => res.end())
    else res.end(WORKERS[url] ?? (url === '/' ? STARTS_WORKERS : ''))
  })
  await engine.make({ url: site.url, wait_for: 'u', fail_if_selector_missing: true, ...given })
  return Object.values(seen)
}

const requestedByAll = oncePerWorld((world) =>
  requestedWith(world, {}, ['/by-worker', '/by-shared', '/by-service']),
)

/** Expects a header with all requests of a page and its workers. Without the options each kind of worker makes some. */
const reachesAll =
  (options: GivenOptions, header: string, value: string): Probe =>
  async (world) => {
    await requestedByAll(world)
    const seen = await requestedWith(world, options, ['/by-worker', '/without-service'])
    expect(seen.filter((headers) => headers[header] !== value)).toEqual([])
  }

const seesPosition = oncePerWorld(
  sees(`await ${POSITION}.then((at) => [at.latitude, at.longitude, at.accuracy].join() === '47.5,8.25,12')`, {
    latitude: 47.5,
    longitude: 8.25,
    accuracy: 12,
  }),
)

export const identity: Rows = {
  user_agent: {
    'the request has the name, and hints about its system': sends(
      { user_agent: UA },
      { 'user-agent': UA, 'sec-ch-ua-platform': '"Windows"' },
    ),
    'scripts see the name and its platform': sees(
      `navigator.userAgent === '${UA}' && navigator.platform === 'Win32'`,
      { user_agent: UA },
    ),
    '"mobile" is an iPhone': sees("/iPhone/.test(navigator.userAgent) && navigator.platform === 'iPhone'", {
      user_agent: 'mobile',
    }),
    'all requests have the name, also those of workers': reachesAll({ user_agent: 'x' }, 'user-agent', 'x'),
    'any word is a name': sends({ user_agent: 'constructor' }, { 'user-agent': 'constructor' }),
    'overrides the header of the same name': sends(
      { user_agent: 'x', header: ['User-Agent=y'] },
      { 'user-agent': 'x' },
    ),
    'what scripts see with options is not so without them': async (world) => {
      expect(await colourWhere(world, conditions.map((each) => `(${each})`).join(' || '), {})).toBe(RED)
    },
  },
  platform: {
    'scripts see the platform': sees("navigator.platform === 'Win32'", { platform: 'Win32' }),
    'by default the platform is that of the user agent': async ({ picture }) => {
      const systems = '{ Linux: /^Linux/, Macintosh: /^Mac/ }'
      const script = `
        const [, platform] = Object.entries(${systems}).find(([system]) => navigator.userAgent.includes(system))
        if (platform.test(navigator.platform)) document.body.style.background = '#0f0'`
      for (const options of [{}, { hide_headless: true }]) {
        const result = await picture({ html: page('', `<script>${script}</script>`), ...options })
        expect(result.at(600, 500)).toBe(GREEN)
      }
    },
  },
  accept_lang: {
    'by default the language is English': sends({}, { 'accept-language': 'en-US' }),
    'all requests have the languages, also those of workers': reachesAll(
      { accept_lang: 'de-CH,fr;q=0.8' },
      'accept-language',
      'de-CH,fr;q=0.9',
    ),
    // A header is sent as given unless a more specific option sets it.
    'a header is sent as given without the option': sends(
      { header: ['Accept-Language=nl'] },
      { 'accept-language': 'nl' },
    ),
    'overrides the header of the same name': sends(
      { header: ['Accept-Language=nl'], accept_lang: 'fr' },
      { 'accept-language': 'fr' },
    ),
    'scripts see the languages, and numbers have their form': sees(
      "navigator.languages.join() === 'de-DE,fr' && (1.5).toLocaleString() === '1,5'",
      {
        accept_lang: 'fr;q=0.5, de-DE',
      },
    ),
  },
  tz: {
    'scripts see the time zone': sees("Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'", {
      tz: 'Asia/Tokyo',
    }),
    'the default time zone is UTC': async ({ picture }) => {
      const script = "if (new Date().getTimezoneOffset() === 0) document.body.style.background = '#0f0'"
      expect((await picture({ html: page('', `<script>${script}</script>`) })).at(600, 500)).toBe(GREEN)
    },
  },
  latitude: { 'the page gets the latitude': seesPosition },
  longitude: { 'the page gets the longitude': seesPosition },
  accuracy: { 'the page gets the accuracy': seesPosition },
  authorization: {
    'the request has the header': sends({ authorization: 'Bearer abc' }, { authorization: 'Bearer abc' }),
    "is sent to the page's own site only": staysHome('authorization', 'authorization', 'Bearer abc'),
  },
  header: {
    'the request has the headers': sends(
      { header: ['X-One=a=b', 'x-two: c:d'] },
      { 'x-one': 'a=b', 'x-two': 'c:d' },
    ),
    "is sent to the page's own site only": staysHome('header', 'x-own', '1'),
    'all requests have the header, also those of workers': reachesAll({ header: ['X-Own=1'] }, 'x-own', '1'),
  },
  headers: { 'the request has the header': sends({ headers: ['X-One=1'] }, { 'x-one': '1' }) },
  cookie: {
    'the request has the cookies': sends(
      { cookie: ['a=b=c', 'd=e; HttpOnly; Path=/'] },
      { cookie: 'a=b=c; d=e' },
    ),
    'what follows a cookie is no further cookie, and a warning says so': async ({ engine, origin }) => {
      const { warnings } = await engine.make({ url: origin.url, cookie: ['a=b; c=d; Path=/; Secure'] })
      expect(warnings).toEqual([expect.stringContaining('"cookie": c was ignored')])
    },
    "is sent to the page's own site only": staysHome('cookie', 'cookie', 'a=b'),
    'scripts see cookies without HttpOnly and with a matching path': sees("document.cookie === 'a=b'", {
      cookie: ['a=b', 'c=d; HttpOnly', 'e=f; Path=/elsewhere'],
    }),
    'an invalid cookie is refused without its value in the message': async ({ engine, origin }) => {
      const refused = engine.make({ url: origin.url, cookie: ['a=secret\u0001'] })
      await expect(refused).rejects.toMatchObject({ code: 'InvalidOptions', details: [{ option: 'cookie' }] })
      await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
    },
  },
  hide_headless: {
    'scripts see the traits of a browser with a window': sees(`!(${WITHOUT_WINDOW})`, {
      hide_headless: true,
    }),
  },
  use_stealth: {
    'scripts see the traits of a browser with a window': sees(`!(${WITHOUT_WINDOW}) && 'chrome' in window`, {
      use_stealth: true,
    }),
  },
  cookies: { 'the request has the cookies': sends({ cookies: ['a=b'] }, { cookie: 'a=b' }) },
  referer: {
    'the request has the header': sends(
      { referer: 'https://from.example/x' },
      { referer: 'https://from.example/x' },
    ),
    'cookies and headers without an address give warnings': async ({ engine, origin }) => {
      const { warnings } = await engine.make({ html: 'x', cookie: ['a=b'], header: ['a=b'] })
      expect(warnings).toHaveLength(2)
      expect((await engine.make({ url: origin.url, cookie: ['a=b'] })).warnings).toEqual([])
    },
  },
  referrer: {
    'the request has the header': sends(
      { referrer: 'https://from.example/x' },
      { referer: 'https://from.example/x' },
    ),
  },
}
