// Whatever a page does, nothing of it arrives where it may not: a page tries every way there is, against a canary on this
// machine. In the same browser without the proxy every one of them leads there, unless it is in a network namespace.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEgressProxy, type EgressProxy, type WayOut } from '@render/net'
import { optionNames, type GivenOptions } from '@render/options'
import { readPicture, startUpstreamProxy, type UpstreamProxy } from '@render/testkit'
import { defaultPageLimits, launchBrowser, type BrowserProcess } from '../src/index.ts'
import { startCanary } from './egress/canary.ts'
import { startTrap } from './egress/trap.ts'
import { idle, spellings, unasked, ways, type Target } from './egress/vectors.ts'
import { namespace, networks } from './networks.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

/** What the caller's own script and style try. */
const BY_SCRIPT = ['B08 fetch', 'B08 XHR', 'B13 WebSocket', 'B26 TURN over TCP']
const BY_STYLE = ['B04 @import', 'B04 url()']

/** All requests are looked at, and none is blocked. */
const WATCHED: GivenOptions = { block_urls: ['nowhere.example'], block_url_keywords: ['no-address-has-this'] }
/** What can be blocked is. */
const BLOCKED = Object.fromEntries(
  optionNames.filter((name) => /^block_(?!url)/.test(name)).map((name) => [name, true]),
)
/** No request of a page: its browser goes this way by itself. */
const BEYOND_BLOCKING = ['B26 TURN over TCP']

type Trap = Awaited<ReturnType<typeof startTrap>>

const parts = new AsyncDisposableStack()
let canary: Awaited<ReturnType<typeof startCanary>>
/** The canary's addresses, by the way that leads there. */
const targets = new Map<string, Target>()
/** A page that tries all ways, and one that tries all names of this machine. */
let traps: { ways: Trap; spellings: Trap }
/** A caller's own proxy. */
let upstream: UpstreamProxy

beforeAll(async () => {
  canary = parts.use(await startCanary())
  upstream = parts.use(await startUpstreamProxy('http'))
  const aim = async (way: string, host?: string): Promise<Target> => {
    const target = await canary.open(way, host)
    targets.set(way, target)
    return target
  }
  const vectors = Object.entries(ways).map(async ([way, vectorFor]) => vectorFor(await aim(way)))
  const images = spellings.map(async (host) => ({ markup: `<img src="${(await aim(host, host)).url}">` }))
  traps = {
    ways: parts.use(await startTrap(await Promise.all(vectors))),
    spellings: parts.use(await startTrap(await Promise.all(images))),
  }
})
afterAll(() => parts.disposeAsync())

describe.each(networks)('with the proxy, %s,', (_name, network) => {
  let proxy: EgressProxy
  let engine: TestEngine
  let opened: WayOut[]
  beforeEach(async () => {
    proxy = await startEgressProxy({ allow: ['127.0.1.0/24'], namespace: network })
    opened = []
    const open: EgressProxy['open'] = async (limits, route) => {
      const way = await proxy.open(limits, route)
      opened.push(way)
      return way
    }
    engine = await startTestEngine({ proxy: { ...proxy, open } })
  })
  afterEach(async () => {
    await engine[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })

  const proxied = Object.keys(ways).filter((way) => ![...idle, ...unasked].includes(way))
  // What blocks requests leaves a page no other workers.
  const watched = proxied.filter((way) => !/ in (shared|service) worker/.test(way))

  test.each<[string, string[], () => GivenOptions]>([
    ['a page', proxied, () => ({ url: traps.ways.url })],
    ['markup', proxied, () => ({ html: traps.ways.html, base_url: traps.ways.url })],
    ["a caller's script", BY_SCRIPT, () => ({ html: 'x', js: BY_SCRIPT.map(scriptOf).join('\n') })],
    ["a caller's style", BY_STYLE, () => ({ html: 'x', css: style() })],
    ["a page behind a caller's proxy", proxied, () => ({ url: traps.ways.url, proxy: upstream.url })],
    ['a page whose requests are looked at', watched, () => ({ url: traps.ways.url, ...WATCHED })],
    ['a page that may ask nothing', BEYOND_BLOCKING, () => ({ url: traps.ways.url, ...BLOCKED })],
    ['a page that knows the names of this machine', spellings, () => ({ url: traps.spellings.url })],
  ])('%s gets nowhere: the proxy refuses each way', async (_, expected, given) => {
    engine.make({ ...given(), delay: 60_000 }).catch(() => undefined)
    await until(expected, () => refusedBy(opened))
    expect([...canary.heard]).toEqual([])
    const forbidden = new Set(Array.from(targets.values(), ({ url }) => new URL(url).port))
    expect(upstream.asked.filter((address) => forbidden.has(address.split(':')[1]!))).toEqual([])
  })

  test('a page gets nowhere by relative addresses of a base that is none of ours', async () => {
    const html = '<img src="a"><link rel="stylesheet" href="/b"><script src="c"></script>'
    const { width } = await engine.make({ html, base_url: targets.get('B01 img')!.url })
    expect(width).toBe(1280)
    expect([...canary.heard]).toEqual([])
  })

  test('the page itself is not led astray by redirects', async () => {
    const location = targets.get('B01 img')!.url
    for (const status of [301, 302, 303, 307, 308]) {
      await using site = await startTrap([{ files: { '/': { status, headers: { location } } } }])
      const making = engine.make({ url: site.url })
      await expect(making).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
    }
    expect([...canary.heard]).toEqual([])
  })
})

function scriptOf(way: string): string {
  return ways[way]!(targets.get(way)!).script!
}

function style(): string {
  const [imported, drawn] = BY_STYLE.map((way) => targets.get(way)!.url)
  return `@import url("${imported}"); body { background: url("${drawn}") }`
}

/** The ways that lead to what one of these refused. */
async function refusedBy(opened: WayOut[]): Promise<string[]> {
  const answers = Array.from(targets, async ([way, { url }]) => {
    const { hostname, port } = new URL(url)
    const destination = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
    const refusals = await Promise.all(opened.map((each) => each.refusalOf(destination)))
    return refusals.includes('not_allowed') ? [way] : []
  })
  return (await Promise.all(answers)).flat()
}

/** Of two such switches the last one counts. */
const ANY_CANDIDATES = ['--webrtc-ip-handling-policy=default', '--force-webrtc-ip-handling-policy=default']
const DIRECT = ['--proxy-server=direct://', '--host-resolver-rules=', ...ANY_CANDIDATES]

function launch(proxy: Pick<EgressProxy, 'open' | 'enter'>, switches: string[]): Promise<BrowserProcess> {
  return launchBrowser(
    {
      environment: process.env,
      chromiumPath: process.env.CHROMIUM_PATH,
      sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
      openWay: () => proxy.open(defaultPageLimits),
      enter: proxy.enter,
    },
    { switches },
  )
}

const testInside = namespace ? test : test.skip

testInside('a page in a network namespace is told that it is online', async () => {
  const script = "if (navigator.onLine) document.body.style.background = '#00ff00'"
  await using engine = await startTestEngine()
  const { body } = await engine.make({ html: `<body><script>${script}</script>` })
  expect((await readPicture(body)).at(9, 9)).toBe('#00ff00')
})

testInside('without the proxy none of them arrives from a network namespace', async () => {
  await using proxy = await startEgressProxy({ allow: [], namespace })
  await using open = await launch(proxy, DIRECT)
  const context = await open.browser.newContext()
  const failed = new Set<string>()
  context.on('requestfailed', (request) => failed.add(request.url()))
  for (const trap of Object.values(traps)) {
    // Nor would the page itself.
    await context.route(`${trap.url}/**`, async (route) => {
      const answer = await fetch(route.request().url(), { redirect: 'manual' })
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      })
    })
    await (await context.newPage()).goto(trap.url, { waitUntil: 'commit' })
  }
  const refused = () =>
    [...targets].filter(([, { url }]) => failed.has(new URL(url).href)).map(([way]) => way)
  await until(['B08 fetch', 'B08 XHR', ...BY_STYLE, ...spellings], refused)
  // The browser does not tell of all ways, such as sockets.
  await sleep(3000)
  expect([...canary.heard]).toEqual([])
})

test('without the proxy all of them arrive, and none did before', async () => {
  expect([...canary.heard]).toEqual([])
  await using proxy = await startEgressProxy({ allow: [] })
  await using open = await launch(proxy, DIRECT)
  const expected = [...Object.keys(ways), ...spellings].filter((way) => !idle.includes(way))
  for (const trap of Object.values(traps)) {
    const page = await (await open.browser.newContext()).newPage()
    await page.goto(trap.url)
  }
  await until(expected, () => [...canary.heard])
})

test('past the proxy to local addresses, where browsers go unless they are told otherwise, most of them arrive', async () => {
  canary.heard.clear()
  await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
  await using way = await proxy.open(defaultPageLimits)
  const past = [`--proxy-server=${way.url}`, '--proxy-bypass-list=any.invalid', '--host-resolver-rules=']
  await using open = await launch(proxy, past)
  const page = await (await open.browser.newContext()).newPage()
  await page.goto(traps.ways.url)
  while (canary.heard.size < 60) await sleep(100)
})

test.each(networks)(
  'with the proxy, %s, datagrams arrive only from here, where the switches against them are left out',
  async (_name, network) => {
    await using proxy = await startEgressProxy({ allow: [], namespace: network })
    await using open = await launch(proxy, ANY_CANDIDATES)
    const { page } = await open.openTab({})
    canary.heard.clear()
    const { script } = ways['B26 STUN']!(targets.get('B26 STUN')!)
    await page.evaluate(script!)
    if (network) await sleep(3000)
    else await until(['B26 STUN'], () => [...canary.heard])
    expect([...canary.heard]).toEqual(network ? [] : ['B26 STUN'])
  },
)

/** Waits until all that is expected is there; what is missing is seen when the test's time is up. */
async function until(expected: string[], look: () => string[] | Promise<string[]>): Promise<void> {
  const missing = async () => {
    const there = await look()
    return expected.filter((each) => !there.includes(each))
  }
  const end = performance.now() + 50_000
  while ((await missing()).length > 0 && performance.now() < end) await sleep(100)
  expect(await missing()).toEqual([])
}
