import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn } from '@render/testkit'
import type { IncomingHttpHeaders } from 'node:http'
import { page } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'

/** A script that fails before its end fails the render. */
const WAITING = { wait_for: 'u', fail_if_selector_missing: true }
/** The height of the stripe of a condition. */
const STRIPE = 20

/** The JavaScript conditions of all pages. */
const allConditions = new Set<string>()

/**
 * Returns, for a page with these options, a function that makes a probe of a JavaScript condition which holds there. All
 * conditions of the page share a render.
 */
function pageWith(options: GivenOptions): (condition: string) => Probe {
  const own = new Set<string>()
  const holding = oncePerWorld((world) => holdingIn(world, [...own], options))
  return (condition) => {
    own.add(condition)
    allConditions.add(condition)
    return async (world) => expect(await holding(world)).toContain(condition)
  }
}

/** Returns which of these JavaScript conditions hold in a page: each turns a stripe of the page green. */
async function holdingIn(
  { origin, picture }: World,
  conditions: string[],
  options: GivenOptions,
): Promise<string[]> {
  const results = conditions.map((condition) => `Promise.resolve().then(async () => ${condition})`)
  const script = `Promise.all([${results.join()}]).then((results) => {
    document.body.innerHTML = results.map((isTrue) => isTrue ? '<p class="true"></p>' : '<p></p>').join('') + '<u></u>'
  })`
  const html = page(
    `p { margin: 0; height: ${STRIPE}px; background: #f00 } .true { background: #0f0 }`,
    `<script>${script}</script>`,
  )
  const shown = await picture({ html, base_url: origin.url, ...WAITING, ...options })
  const colours = conditions.map((_, at) => shown.at(5, (at + 0.5) * STRIPE))
  expect(colours.filter((colour) => colour !== GREEN && colour !== RED)).toEqual([])
  return conditions.filter((_, at) => colours[at] === GREEN)
}

const WITHOUT_WINDOW =
  '/Headless/.test(navigator.userAgent) || navigator.webdriver || navigator.plugins.length === 0 || outerHeight <= innerHeight'

/** Returns the headers of each request for a path. */
async function headersAt({ engine, origin }: World, path: string, options: GivenOptions) {
  const before = origin.seen.length
  await engine.make({ url: `${origin.url}${path}`, ...options })
  return origin.seen.slice(before).map(({ headers }) => headers)
}

const sentWith = (options: GivenOptions) => oncePerWorld((world) => headersAt(world, '/green', options))

const sends =
  (sent: ReturnType<typeof sentWith>, expected: IncomingHttpHeaders): Probe =>
  async (world) =>
    expect(await sent(world)).toContainEqual(expect.objectContaining(expected))

const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const POSITION =
  'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)).then(({ coords }) => coords, () => ({}))'
const FROM = 'https://from.example/x'

// Options that different stages apply share a render.
const withUserAgent = sentWith({
  user_agent: UA,
  header: ['X-One=a=b', 'x-two: c:d', 'Accept-Language=nl'],
})
const withSecrets = sentWith({
  authorization: 'Bearer abc',
  cookie: ['a=b=c', 'd=e; HttpOnly; Path=/'],
})
const withReferer = sentWith({ referer: FROM })
const withAliases = sentWith({
  user_agent: 'constructor',
  headers: ['X-One=1'],
  cookies: ['a=b'],
  referrer: FROM,
})
const withBoth = sentWith({
  user_agent: 'x',
  accept_lang: 'fr',
  header: ['User-Agent=y', 'Accept-Language=nl'],
})

const seesAgent = pageWith({ user_agent: UA })
const seesMobile = pageWith({ user_agent: 'Mobile' })
const seesPlatform = pageWith({ platform: 'Win32' })
const seesHidden = pageWith({ hide_headless: true })
const seesStealth = pageWith({ use_stealth: true })
const seesPlace = pageWith({
  accept_lang: 'fr;q=0.5, de-DE',
  tz: 'Asia/Tokyo',
  latitude: 47.5,
  longitude: 8.25,
  accuracy: 12,
  cookie: ['a=b', 'c=d; HttpOnly', 'e=f; Path=/elsewhere'],
})
const seesPosition = seesPlace(
  `await ${POSITION}.then((at) => [at.latitude, at.longitude, at.accuracy].join() === '47.5,8.25,12')`,
)
/** A page without options, in which the conditions of all pages are evaluated. */
const plain = oncePerWorld((world) => holdingIn(world, [...allConditions], {}))

const IN_UTC = 'new Date().getTimezoneOffset() === 0'
allConditions.add(IN_UTC)
/** The platform is that of the user agent. */
const OWN_PLATFORM =
  'Object.entries({ Linux: /^Linux/, Macintosh: /^Mac/ }).find(([system]) => navigator.userAgent.includes(system))[1].test(navigator.platform)'
const hiddenPlatform = seesHidden(OWN_PLATFORM)

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

const workersWith = (options: GivenOptions) =>
  oncePerWorld((world) => requestedWith(world, options, ['/by-worker', '/without-service']))
const workersOfAgent = workersWith({ user_agent: 'x', header: ['X-Own=1'] })
const workersInLanguages = workersWith({ accept_lang: 'de-CH,fr;q=0.8' })

/** Expects a header with all requests of a page and its workers. Without the options each kind of worker makes some. */
const reachesAll =
  (requested: ReturnType<typeof workersWith>, header: string, value: string): Probe =>
  async (world) => {
    await requestedByAll(world)
    const seen = await requested(world)
    expect(seen.filter((headers) => headers[header] !== value)).toEqual([])
  }

export const identity: Rows = {
  user_agent: {
    'the request has the name, and hints about its system': sends(withUserAgent, {
      'user-agent': UA,
      'sec-ch-ua-platform': '"Windows"',
    }),
    'scripts see the name and its platform': seesAgent(
      `navigator.userAgent === '${UA}' && navigator.platform === 'Win32'`,
    ),
    '"mobile" is an iPhone, in any case of its letters': seesMobile(
      "/iPhone/.test(navigator.userAgent) && navigator.platform === 'iPhone'",
    ),
    'all requests have the name, also those of workers': reachesAll(workersOfAgent, 'user-agent', 'x'),
    'any word is a name': sends(withAliases, { 'user-agent': 'constructor' }),
    'overrides the header of the same name': sends(withBoth, { 'user-agent': 'x' }),
    'what scripts see with options is not so without them': async (world) => {
      expect(new Set(await plain(world))).toEqual(new Set([OWN_PLATFORM, IN_UTC]))
    },
  },
  platform: {
    'scripts see the platform': seesPlatform("navigator.platform === 'Win32'"),
    'by default the platform is that of the user agent': async (world) => {
      await hiddenPlatform(world)
      expect(await plain(world)).toContain(OWN_PLATFORM)
    },
  },
  accept_lang: {
    'by default the language is English': sends(withReferer, { 'accept-language': 'en-US' }),
    'all requests have the languages, also those of workers': reachesAll(
      workersInLanguages,
      'accept-language',
      'de-CH,fr;q=0.9',
    ),
    // A header is sent as given unless a more specific option sets it.
    'a header is sent as given without the option': sends(withUserAgent, { 'accept-language': 'nl' }),
    'overrides the header of the same name': sends(withBoth, { 'accept-language': 'fr' }),
    'scripts see the languages, and numbers have their form': seesPlace(
      "navigator.languages.join() === 'de-DE,fr' && (1.5).toLocaleString() === '1,5'",
    ),
  },
  tz: {
    'scripts see the time zone': seesPlace(
      "Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'",
    ),
    'the default time zone is UTC': async (world) => expect(await plain(world)).toContain(IN_UTC),
  },
  latitude: {
    'the page gets the latitude': seesPosition,
    'has a warning where browsers give no position': async ({ engine }) => {
      const warnings = ['http://site.test/', 'https://site.test/', undefined].map(async (base_url) => {
        const place = { latitude: 47.5, longitude: 8.25 }
        return (await engine.make({ html: page('', 'x'), base_url, ...place })).warnings
      })
      const warning = [expect.stringMatching(/^"latitude" and "longitude" have no effect: /)]
      expect(await Promise.all(warnings)).toEqual([warning, [], warning])
    },
  },
  longitude: { 'the page gets the longitude': seesPosition },
  accuracy: { 'the page gets the accuracy': seesPosition },
  authorization: {
    'the request has the header': sends(withSecrets, { authorization: 'Bearer abc' }),
    "is sent to the page's own site only": staysHome('authorization', 'authorization', 'Bearer abc'),
  },
  header: {
    'the request has the headers': sends(withUserAgent, { 'x-one': 'a=b', 'x-two': 'c:d' }),
    "is sent to the page's own site only": staysHome('header', 'x-own', '1'),
    'all requests have the header, also those of workers': reachesAll(workersOfAgent, 'x-own', '1'),
  },
  headers: { 'the request has the header': sends(withAliases, { 'x-one': '1' }) },
  cookie: {
    'the request has the cookies': sends(withSecrets, { cookie: 'a=b=c; d=e' }),
    'what follows a cookie is no further cookie, and a warning says so': async ({ engine, origin }) => {
      const { warnings } = await engine.make({ url: origin.url, cookie: ['a=b; c=d; Path=/; Secure'] })
      expect(warnings).toEqual([expect.stringContaining('"cookie": c was ignored')])
    },
    "is sent to the page's own site only": staysHome('cookie', 'cookie', 'a=b'),
    'scripts see cookies without HttpOnly and with a matching path': seesPlace("document.cookie === 'a=b'"),
    'an invalid cookie is refused without its value in the message': async ({ engine, origin }) => {
      const refused = engine.make({ url: origin.url, cookie: ['a=secret\u0001'] })
      await expect(refused).rejects.toMatchObject({ code: 'InvalidOptions', details: [{ option: 'cookie' }] })
      await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
    },
  },
  hide_headless: {
    'scripts see the traits of a browser with a window': seesHidden(`!(${WITHOUT_WINDOW})`),
  },
  use_stealth: {
    'scripts see the traits of a browser with a window': seesStealth(
      `!(${WITHOUT_WINDOW}) && 'chrome' in window`,
    ),
  },
  cookies: { 'the request has the cookies': sends(withAliases, { cookie: 'a=b' }) },
  referer: {
    'the request has the header': sends(withReferer, { referer: FROM }),
    'cookies and headers without an address give warnings': async ({ engine, origin }) => {
      const { warnings } = await engine.make({ html: 'x', cookie: ['a=b'], header: ['a=b'] })
      expect(warnings).toHaveLength(2)
      expect((await engine.make({ url: origin.url, cookie: ['a=b'] })).warnings).toEqual([])
    },
  },
  referrer: {
    'the request has the header': sends(withAliases, { referer: FROM }),
  },
}
