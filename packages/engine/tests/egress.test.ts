// Checks that no page reaches a forbidden address. A page tries every known way to reach a canary on this machine. In the
// same browser without the proxy all of them reach it, unless the browser is in a network namespace.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEgressProxy, type EgressProxy, type EgressTunnel } from '@render/net'
import { optionNames, type GivenOptions } from '@render/options'
import { ORIGIN_HOST, readPicture, startUpstreamProxy, until, type UpstreamProxy } from '@render/testkit'
import { defaultPageLimits, launchBrowser, type BrowserProcess } from '../src/index.ts'
import { startCanary } from './egress/canary.ts'
import { startTrap } from './egress/trap.ts'
import { idle, spellings, unasked, ways, type Target, type Vector } from './egress/vectors.ts'
import { networks } from './networks.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

/** The ways that the caller's own script and style try. */
const BY_SCRIPT = ['B08 fetch', 'B08 XHR', 'B13 WebSocket', 'B26 TURN over TCP']
const BY_STYLE = ['B04 @import', 'B04 url()']

/** With these options the engine intercepts all requests and blocks none. */
const WATCHED: GivenOptions = { block_urls: ['nowhere.example'], block_url_keywords: ['no-address-has-this'] }
/** With these options the engine blocks everything that it can block. */
const BLOCKED = Object.fromEntries(
  optionNames.filter((name) => /^block_(?!url)/.test(name)).map((name) => [name, true]),
)
/** The browser goes this way by itself, so blocking the page's requests does not affect it. */
const BEYOND_BLOCKING = ['B26 TURN over TCP']

/** A page that tries ways to reach the canary, each at an address of its own that no other page knows. */
interface Attempt extends AsyncDisposable {
  site: Awaited<ReturnType<typeof startTrap>>
  targets: Map<string, Target>
}

const parts = new AsyncDisposableStack()
let canary: Awaited<ReturnType<typeof startCanary>>
/** The proxy that the caller's options name. */
let upstream: UpstreamProxy

beforeAll(async () => {
  canary = parts.use(await startCanary())
  upstream = parts.use(await startUpstreamProxy('http'))
})
afterAll(() => parts.disposeAsync())

/** Prepares a page that tries all ways, or all names of this machine. */
async function prepare(page: string, tries: 'ways' | 'spellings'): Promise<Attempt> {
  const targets = new Map<string, Target>()
  const aim = async (way: string, host?: string): Promise<Target> => {
    const target = await canary.open(`${page}: ${way}`, host)
    targets.set(way, target)
    return target
  }
  const vectors: Promise<Vector>[] =
    tries === 'ways'
      ? Object.entries(ways).map(async ([way, vectorFor]) => vectorFor(await aim(way)))
      : spellings.map(async (host) => ({ markup: `<img src="${(await aim(host, host)).url}">` }))
  const site = await startTrap(await Promise.all(vectors))
  return { site, targets, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

const proxied = Object.keys(ways).filter((way) => ![...idle, ...unasked].includes(way))
// When requests are intercepted, a page has no shared workers or service workers.
const watched = proxied.filter((way) => !/ in (shared|service) worker/.test(way))

type Page = [name: string, expected: string[], given: (attempt: Attempt) => GivenOptions]

/** These pages are tried in each network, the others only in the best one. */
const samples: Page[] = [
  ['a page', proxied, ({ site }) => ({ url: site.url })],
  ["a page behind a caller's proxy", proxied, ({ site }) => ({ url: site.url, proxy: upstream.url })],
]
const others: Page[] = [
  ['markup', proxied, ({ site }) => ({ html: site.html, base_url: site.url })],
  ["a caller's script", BY_SCRIPT, ({ targets }) => ({ html: 'x', js: scriptFor(targets) })],
  ["a caller's style", BY_STYLE, ({ targets }) => ({ html: 'x', css: styleFor(targets) })],
  ['a page whose requests are intercepted', watched, ({ site }) => ({ url: site.url, ...WATCHED })],
  ['a page whose requests are all blocked', BEYOND_BLOCKING, ({ site }) => ({ url: site.url, ...BLOCKED })],
  ['a page that knows the names of this machine', spellings, ({ site }) => ({ url: site.url })],
  [
    'markup with addresses relative to a forbidden base_url',
    ['B01 img'],
    ({ targets }) => ({
      html: '<img src="a"><link rel="stylesheet" href="/b"><script src="c"></script>',
      base_url: targets.get('B01 img')!.url,
    }),
  ],
]

describe.each(networks)('with the proxy, %s,', (network, namespace) => {
  const pages = namespace === networks[0][1] ? [...samples, ...others] : samples
  const inside = new AsyncDisposableStack()
  const opened: EgressTunnel[] = []
  const attempts = new Map<string, Attempt>()
  /** The errors of renders that ended before their pages had tried all. */
  const failures = new Map<string, unknown>()
  let engine: TestEngine

  beforeAll(async () => {
    const proxy = inside.use(await startEgressProxy({ allow: ['127.0.1.0/24'], namespace }))
    const openTunnel: EgressProxy['openTunnel'] = async (limits, route) => {
      const tunnel = await proxy.openTunnel(limits, route)
      opened.push(tunnel)
      return tunnel
    }
    engine = inside.use(await startTestEngine({ proxy: { ...proxy, openTunnel } }))
    for (const [name, expected, given] of pages) {
      const tries = expected === spellings ? 'spellings' : 'ways'
      const attempt = inside.use(await prepare(`${network}, ${name}`, tries))
      attempts.set(name, attempt)
      // A slow machine may have no time to load all these pages at once.
      const rendering = engine.make({ ...given(attempt), ignore_load_errors: true, delay: 90_000 })
      rendering.catch((error: unknown) => failures.set(name, error))
    }
  })
  afterAll(() => inside.disposeAsync())

  test.each(pages)('%s does not reach the canary: the proxy refuses each way', async (name, expected) => {
    const { targets } = attempts.get(name)!
    await expectAll(expected, (ways) => {
      expect(failures.get(name)).toBeUndefined()
      return refusedBy(opened, targets, ways)
    })
    expect([...canary.heard].filter((way) => way.startsWith(`${network}, ${name}: `))).toEqual([])
    const forbidden = new Set(Array.from(targets.values(), ({ url }) => new URL(url).port))
    // The page's own site has another address, and may have the port of a canary.
    const reached = upstream.targets.filter((address) => !address.startsWith(`${ORIGIN_HOST}:`))
    expect(reached.filter((address) => forbidden.has(address.split(':')[1]!))).toEqual([])
  })

  test('a redirect of the page itself to the canary fails', async () => {
    const { url: location } = await canary.open(`${network}, a redirect`)
    const renders = [301, 302, 303, 307, 308].map(async (status) => {
      await using site = await startTrap([{ files: { '/': { status, headers: { location } } } }])
      const making = engine.make({ url: site.url })
      await expect(making).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
    })
    await Promise.all(renders)
    expect([...canary.heard]).toEqual([])
  })
})

function scriptFor(targets: Attempt['targets']): string {
  return BY_SCRIPT.map((way) => ways[way]!(targets.get(way)!).script).join('\n')
}

function styleFor(targets: Attempt['targets']): string {
  const [imported, drawn] = BY_STYLE.map((way) => targets.get(way)!.url)
  return `@import url("${imported}"); body { background: url("${drawn}") }`
}

/** Returns which of these ways one of the tunnels has refused. */
async function refusedBy(
  opened: EgressTunnel[],
  targets: Attempt['targets'],
  ways: string[],
): Promise<string[]> {
  const answers = ways.map(async (way) => {
    const { hostname, port } = new URL(targets.get(way)!.url)
    const destination = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
    const refusals = await Promise.all(opened.map((each) => each.refusalOf(destination)))
    return refusals.includes('not_allowed') ? [way] : []
  })
  return (await Promise.all(answers)).flat()
}

/** These switches override the engine's, because the browser uses the last one of a name. */
const ANY_CANDIDATES = ['--webrtc-ip-handling-policy=default', '--force-webrtc-ip-handling-policy=default']
const DIRECT = ['--proxy-server=direct://', '--host-resolver-rules=', ...ANY_CANDIDATES]

function launch(
  proxy: Pick<EgressProxy, 'openTunnel' | 'enter'>,
  switches: string[],
): Promise<BrowserProcess> {
  return launchBrowser(
    {
      environment: process.env,
      chromiumPath: process.env.CHROMIUM_PATH,
      sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
      openTunnel: () => proxy.openTunnel(defaultPageLimits),
      enter: proxy.enter,
    },
    { switches },
  )
}

const testInside = networks[0][1] ? test : test.skip

testInside('navigator.onLine is true for a page in a network namespace', async () => {
  const script = "if (navigator.onLine) document.body.style.background = '#00ff00'"
  await using engine = await startTestEngine()
  const { body } = await engine.make({ html: `<body><script>${script}</script>` })
  expect((await readPicture(body)).at(9, 9)).toBe('#00ff00')
})

testInside('without the proxy no way reaches the canary from a network namespace', async () => {
  await using proxy = await startEgressProxy({ allow: [], namespace: networks[0][1] })
  await using open = await launch(proxy, DIRECT)
  await using every = await prepareBoth('from a namespace')
  const context = await (await open.playwright()).newContext()
  const failed = new Set<string>()
  context.on('requestfailed', (request) => failed.add(request.url()))
  for (const { site } of every.attempts) {
    // The route fetches the page itself, because the browser could not load it either.
    await context.route(`${site.url}/**`, async (route) => {
      const answer = await fetch(route.request().url(), { redirect: 'manual' })
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      })
    })
    await (await context.newPage()).goto(site.url, { waitUntil: 'commit' })
  }
  const targets = every.attempts.flatMap((attempt) => [...attempt.targets])
  const refused = () => targets.filter(([, { url }]) => failed.has(new URL(url).href)).map(([way]) => way)
  await expectAll(['B08 fetch', 'B08 XHR', ...BY_STYLE, ...spellings], refused)
  // The browser reports no failures for some ways, such as sockets.
  await sleep(3000)
  expect([...canary.heard]).toEqual([])
})

test('without the proxy all ways reach the canary, and none did before', async () => {
  expect([...canary.heard]).toEqual([])
  await using proxy = await startEgressProxy({ allow: [] })
  await using open = await launch(proxy, DIRECT)
  await using every = await prepareBoth('direct')
  const expected = [...Object.keys(ways), ...spellings].filter((way) => !idle.includes(way))
  for (const { site } of every.attempts)
    await (await (await (await open.playwright()).newContext()).newPage()).goto(site.url)
  await expectAll(expected, () => Array.from(canary.heard, (way) => way.replace('direct: ', '')))
})

test('most ways reach the canary when the browser bypasses the proxy for local addresses, as it does by default', async () => {
  await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
  await using tunnel = await proxy.openTunnel(defaultPageLimits)
  await using attempt = await prepare('past', 'ways')
  const past = [`--proxy-server=${tunnel.url}`, '--proxy-bypass-list=any.invalid', '--host-resolver-rules=']
  await using open = await launch(proxy, past)
  const page = await (await (await open.playwright()).newContext()).newPage()
  await page.goto(attempt.site.url)
  await until(() => [...canary.heard].filter((way) => way.startsWith('past: ')).length >= 60)
})

test.each(networks)(
  'with the proxy, %s, but without the WebRTC switches, datagrams arrive only outside of a namespace',
  async (name, namespace) => {
    await using proxy = await startEgressProxy({ allow: [], namespace })
    await using open = await launch(proxy, ANY_CANDIDATES)
    const { page } = await open.openTab({})
    const way = `${name}, datagrams`
    await page.evaluate(ways['B26 STUN']!(await canary.open(way)).script!)
    if (namespace) await sleep(3000)
    else await until(() => canary.heard.has(way))
    expect(canary.heard.has(way)).toBe(namespace === undefined)
  },
)

/** Prepares a page for all ways and one for all names of this machine. */
async function prepareBoth(name: string): Promise<AsyncDisposable & { attempts: Attempt[] }> {
  const attempts = await Promise.all([prepare(name, 'ways'), prepare(name, 'spellings')])
  return {
    attempts,
    async [Symbol.asyncDispose]() {
      await Promise.all(attempts.map((attempt) => attempt[Symbol.asyncDispose]()))
    },
  }
}

/** Waits until everything expected is reported by `look`, which is asked for what is missing. Fails after 50 s. */
async function expectAll(
  expected: string[],
  look: (missing: string[]) => string[] | Promise<string[]>,
): Promise<void> {
  let missing = expected
  const end = performance.now() + 50_000
  while (missing.length > 0 && performance.now() < end) {
    await sleep(100)
    const seen = await look(missing)
    missing = missing.filter((each) => !seen.includes(each))
  }
  expect(missing).toEqual([])
}
