import { expect } from '@jest/globals'
import type { RequestListener } from 'node:http'
import type { GivenOptions } from '@render/options'
import { startEgressProxy } from '@render/net'
import { fixtures, isNightly, listenOn, nightly, ORIGIN_HOST, startDnsServer } from '@render/testkit'
import { minerHosts } from '../../../src/index.ts'
import { page, startTestEngine, type TestEngine } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import { probeEach, type Probe, type Rows } from '../probe.ts'

const AD = '/ads?zone_id=1'
const TRACKER = '/analytics.bundled.js'
const MINER = '/wp-monero-miner.js'
const OWN = '/own.js'
const ASKING = page(
  '',
  `<script src="${OWN}"></script><script src="${TRACKER}"></script><script src="${MINER}"></script>
  <img src="${AD}"><iframe srcdoc="<script src='${TRACKER}?frame'></script>"></iframe>`,
)

/** Returns the requests that arrive at the origin. */
async function requestedBy(engine: TestEngine, options: GivenOptions): Promise<string[]> {
  const seen: string[] = []
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    if (req.url === '/') res.setHeader('content-type', 'text/html').end(ASKING)
    else {
      seen.push(req.url!)
      res.end()
    }
  })
  await engine.make({ url: site.url, ...options })
  return seen.toSorted()
}

/** Returns a green page that is red where it has elements that the lists know. */
const marked = (markup: string, style = '') =>
  page(
    `body { background: #0f0 } .ad-slot, #onetrust-consent-sdk { background: #f00; height: 300px } iframe { border: 0 } ${style}`,
    markup,
  )
const ON_BLUE = 'body { background: #00f }'
const AD_PLACE = '<div class="ad-slot"></div>'
const BANNER = '<div id="onetrust-consent-sdk"></div>'
/** The frame is blue where the page is green. */
const inFrame = (markup: string) =>
  `<iframe srcdoc="${marked(markup, ON_BLUE).replaceAll('"', '&quot;')}" width="500" height="500"></iframe>`
/** The page turns blue when the element comes. */
const late = (markup: string) =>
  `<script>onload = () => setTimeout(() => { document.body.innerHTML = '${markup}<style>${ON_BLUE}</style>' }, 300)</script>`

/** Returns a probe that looks at a place of a page. */
const shows =
  (html: string, colour: string, options: GivenOptions = {}): Probe =>
  async ({ picture, origin }) => {
    const given = { html, base_url: origin.url, wait_for: 'body > *:not(script)' }
    expect((await picture({ ...given, ...options })).at(50, 50)).toBe(colour)
  }
const hidesEverywhere = (markup: string, options: GivenOptions): Record<string, Probe> => ({
  'hides an element of a frame': shows(marked(inFrame(markup)), BLUE, options),
  'hides an element after a form with a control named "id"': shows(
    marked(`${markup}<form id="a"><input name="id"></form>`),
    GREEN,
    options,
  ),
  'hides an element that comes late': shows(marked(late(markup)), BLUE, options),
})
const hides = (markup: string, options: GivenOptions): Record<string, Probe> => ({
  'an element of the page is shown without the option': shows(marked(markup), RED),
  'hides an element of the page': shows(marked(markup), GREEN, options),
  'hides an element when the page replaces its adopted style sheets': shows(marked(markup), GREEN, {
    ...options,
    js: 'document.adoptedStyleSheets = [new CSSStyleSheet()]',
  }),
})

/** Pages of the fixture site with a consent banner: in the document, in a shadow tree, in a frame; at night, of all makers. */
export const CONSENT = isNightly
  ? Object.keys(fixtures).filter((path) => path.startsWith('/consent/'))
  : ['/consent/onetrust', '/consent/usercentrics', '/consent/sourcepoint']

export const listed: Rows = {
  block_ads: {
    'blocks ads, trackers and miners, also in frames': async ({ engine }) => {
      const all = [OWN, TRACKER, MINER, AD, `${TRACKER}?frame`].toSorted()
      expect(await requestedBy(engine, {})).toEqual(all)
      expect(await requestedBy(engine, { block_ads: true })).toEqual([OWN])
    },
    'blocks ads in frames with a process of their own': async ({ engine }) => {
      // A page that isolates itself from other origins has their frames in processes of their own.
      const requestedIn = async (options: GivenOptions): Promise<string[]> => {
        const seen: string[] = []
        const answer: RequestListener = (req, res) => {
          seen.push(req.url!)
          res.setHeader('content-type', 'text/html').setHeader('cross-origin-opener-policy', 'same-origin')
          res.setHeader('cross-origin-embedder-policy', 'require-corp')
          res
            .setHeader('cross-origin-resource-policy', 'cross-origin')
            .setHeader('origin-agent-cluster', '?1')
          res.end(
            page('', req.url === '/' ? `<iframe src="${other.url}/frame"></iframe>` : `<img src="${AD}">`),
          )
        }
        await using other = await listenOn('127.0.1.2', answer)
        await using site = await listenOn(ORIGIN_HOST, answer)
        await engine.make({ url: site.url, ...options })
        return seen
      }
      expect(await requestedIn({})).toEqual(['/', '/frame', AD])
      expect(await requestedIn({ block_ads: true })).toEqual(['/', '/frame'])
    },
    ...hides(AD_PLACE, { block_ads: true }),
    ...hidesEverywhere(AD_PLACE, { block_ads: true }),
    'does not hide cookie banners': async ({ picture }) => {
      expect((await picture({ html: marked(BANNER), block_ads: true })).at(50, 50)).toBe(RED)
    },
    'the page itself is never blocked': async ({ engine }) => {
      await using site = await listenOn(ORIGIN_HOST, (_, res) => {
        res.setHeader('content-type', 'text/html').end(page('body { background: #0f0 }'))
      })
      const { response } = await engine.make({ url: site.url + AD, block_ads: true })
      expect(response?.statusCode).toBe(200)
    },
  },
  allow_coin: {
    'scripts of miners are loaded': async ({ engine }) => {
      expect(await requestedBy(engine, { block_ads: true, allow_coin: true })).toEqual(
        [OWN, MINER].toSorted(),
      )
    },
    'hosts of miners are reached, which they never are otherwise unless they are the page': async () => {
      // The DNS server answers names of miners with the origin's address.
      await using dns = await startDnsServer((_, type) => ({
        records: type === 'A' ? [{ type, data: ORIGIN_HOST }] : [],
      }))
      const forbidden = await minerHosts()
      const policy = { allow: ['127.0.1.0/24'], dnsServers: [dns.address] }
      await using proxy = await startEgressProxy({ ...policy, forbidden })
      await using engine = await startTestEngine({ proxy })
      const seen: string[] = []
      await using site = await listenOn(ORIGIN_HOST, (req, res) => {
        const [name] = req.headers.host!.split(':')
        seen.push(name!)
        const script = `<script src="http://coin-have.com:${site.port}/x.js"></script>`
        res.setHeader('content-type', 'text/html').end(req.url === '/' ? page('', script) : '')
      })
      const at = async (host: string, options: GivenOptions): Promise<string[]> => {
        await engine.make({ url: `http://${host}:${site.port}`, ...options })
        return seen.splice(0)
      }
      expect(await at('news.com', {})).toEqual(['news.com'])
      expect(await at('news.com', { allow_coin: true })).toEqual(['news.com', 'coin-have.com'])
      // A miner's page is rendered when it is the requested page.
      expect(await at('coin-have.com', {})).toEqual(['coin-have.com', 'coin-have.com'])
    },
  },
  hide_cookie_banners: {
    ...hides(BANNER, { hide_cookie_banners: true }),
    ...nightly(hidesEverywhere(BANNER, { hide_cookie_banners: true })),
    ...probeEach(
      CONSENT,
      (path) => `hides the banner of ${path} and makes the page scrollable`,
      (path) =>
        async ({ picture, origin }) => {
          const result = await picture({ url: origin.url + path, scroll_to: 1500, hide_cookie_banners: true })
          expect([result.at(320, 100), result.at(320, 500)]).toEqual([BLUE, BLUE])
        },
    ),
    'a banner stays over a page that does not scroll without the option': async ({ picture, origin }) => {
      const result = await picture({ url: `${origin.url}/consent/onetrust`, scroll_to: 1500 })
      expect(result.at(320, 500)).toBe(RED)
    },
    'unlocks scrolling, and does not change a page that limits its own height': async ({
      picture,
      origin,
    }) => {
      const style = 'html, body { height: 100%; overflow: hidden } main { height: 4000px }'
      const given = { base_url: origin.url, full_page: true, hide_cookie_banners: true }
      const locked = marked(`<main></main>${BANNER}`, style)
      expect((await picture({ html: locked, ...given })).height).toBeGreaterThanOrEqual(4000)
      const closed = `<div id="usercentrics-root"></div><script>
        document.getElementById('usercentrics-root').attachShadow({ mode: 'closed' }).innerHTML =
          '<p style="position: fixed; inset: 0">Cookies</p>'
      </script>`
      const sealed = marked(`<main></main>${closed}`, style)
      expect((await picture({ html: sealed, ...given })).height).toBeGreaterThanOrEqual(4000)
      // A page that limits its own height to the viewport does not change, even if it contains an empty place for a banner.
      const html = marked(`<main></main><div id="onetrust-consent-sdk" style="height: 0"></div>`, style)
      expect((await picture({ html, ...given })).height).toBe(
        (await picture({ html, ...given, hide_cookie_banners: false })).height,
      )
    },
    'scrolls again when a late banner has locked the page': async ({ picture, origin }) => {
      const html = marked(
        `<main></main><script>addEventListener('scroll', () => {
          document.body.insertAdjacentHTML('beforeend', '${BANNER}<style>body { position: fixed; width: 100% }</style>')
        }, { once: true })</script>`,
        'body { margin: 0 } main { height: 3000px; background: linear-gradient(#f00 1000px, #00f 1000px) }',
      )
      const given = { html, base_url: origin.url, scroll_to: 1000, delay: 300 }
      expect((await picture({ ...given, hide_cookie_banners: true })).at(50, 50)).toBe(BLUE)
    },
    'keeps the height of a fixed body that it unlocks': async ({ picture, origin }) => {
      const html = marked(
        `${BANNER}<main></main>`,
        'body { position: fixed; inset: 0; margin: 0 } main { height: 100%; background: #00f }',
      )
      const given = { html, base_url: origin.url, hide_cookie_banners: true }
      expect((await picture(given)).at(50, 500)).toBe(BLUE)
    },
  },
}
