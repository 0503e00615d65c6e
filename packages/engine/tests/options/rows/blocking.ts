import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInnerEngine } from '../../inner-engine.ts'
import { page, type TestEngine } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import { probeEach, type Rows } from '../probe.ts'
import { blocks, blocksAlone, blocksTogether } from '../requested-parts.ts'

/** The time for blocked sockets to arrive, if they do, after all expected ones. */
const GRACE_MS = 600
const TIMEOUT_MS = 25_000

/** Page code that opens a socket and repeats this every second, in case that a connection fails. */
const keepOpening =
  'address => { const open = () => new WebSocket(address); open(); setInterval(open, 1000) }'

/** Markup that opens sockets from the page, frames and workers. */
const SOCKETS = `
  <script>
    var address = 'ws://' + location.host + '/socket-'
    const open = (from) => "(${keepOpening})('" + address + from + "')"
    const madeUp = (code) => URL.createObjectURL(new Blob([code]))
    eval(open('page'))
    new Worker('/worker')
    new SharedWorker('/shared')
    new Worker(madeUp(open('made-up-worker')))
    const frame = document.createElement('iframe')
    document.documentElement.append(frame)
    frame.contentWindow.eval(open('empty-frame'))
  </script>
  <iframe src="/frame"></iframe>
  <iframe srcdoc="<script>(${keepOpening})(parent.address + 'markup-frame')</script>"></iframe>`
const PLACES = ['empty-frame', 'frame', 'made-up-worker', 'markup-frame', 'page', 'shared', 'worker']

/** Returns the places that opened sockets. The page ends after all `expected` ones have. */
async function socketsOf(engine: TestEngine, options: GivenOptions, expected: string[]): Promise<string[]> {
  const opened = new Set<string>()
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    const path = req.url!.slice(1)
    if (req.headers.upgrade) {
      opened.add(path.replace('socket-', ''))
      res.writeHead(400).end()
    } else if (path === '') void servePage()
    else {
      const code = `(${keepOpening})('ws://${req.headers.host}/socket-${path}')`
      res.setHeader('content-type', path === 'frame' ? 'text/html' : 'text/javascript')
      res.end(path === 'frame' ? `<script>${code}</script>` : code)
    }

    async function servePage(): Promise<void> {
      res.setHeader('content-type', 'text/html').write(page('', SOCKETS))
      const end = performance.now() + TIMEOUT_MS
      while (expected.some((place) => !opened.has(place)) && performance.now() < end) await sleep(20)
      await sleep(GRACE_MS)
      res.end()
    }
  })
  await engine.make({ url: site.url, ...options })
  return [...opened].toSorted()
}

const PIXEL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="99" height="99" fill="#f00"/></svg>')}`
const PIXEL_PAGES = {
  picture: page('body { background: #0f0 }', `<img src="${PIXEL}">`),
  style: page(`body { background: #0f0 url("${PIXEL}") no-repeat }`),
}

const WITH_MANIFEST =
  '<!doctype html><link rel="manifest" href="/manifest"><script>fetch("/loaded")</script><p>x'

/** Returns the methods that reach another origin when the page sends it a request that needs a preflight. */
async function methodsSent(engine: TestEngine, options: GivenOptions): Promise<string[]> {
  const methods: string[] = []
  await using other = await listenOn(ORIGIN_HOST, (req, res) => {
    methods.push(req.method!)
    res.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-methods', '*').end()
  })
  const script = `
    fetch('${other.url}', { method: 'PUT' }).catch(() => undefined)
      .then(() => document.body.append(document.createElement('u')))`
  const html = page('', `<script>${script}</script>`)
  await engine.make({ html, wait_for: 'u', fail_if_selector_missing: true, ...options })
  return methods
}

export const blocking: Rows = {
  block_images: {
    'without an option nothing is blocked': blocks({}),
    'blocks images and backgrounds': blocksAlone('block_images'),
    'an image is not drawn': async ({ picture }) => {
      await using site = await listenOn(ORIGIN_HOST, (_, res) => {
        res.setHeader('content-type', 'image/svg+xml')
        res.end('<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="#0f0"/></svg>')
      })
      const html = page('body { background: #f00 } img { display: block }', `<img src="${site.url}">`)
      expect((await picture({ html })).at(50, 50)).toBe(GREEN)
      expect((await picture({ html, block_images: true })).at(50, 50)).toBe(RED)
    },
  },
  block_fonts: { 'blocks fonts': blocksAlone('block_fonts') },
  block_medias: { 'blocks media': blocksAlone('block_medias') },
  block_styles: { 'blocks style sheets': blocksAlone('block_styles') },
  block_scripts: {
    'blocks scripts, imports and workers': blocksAlone('block_scripts'),
  },
  block_frames: {
    'blocks frames and objects': blocksAlone('block_frames'),
    "only frames with an address are empty, also the page's own address": async ({ origin, picture }) => {
      // The page contains a frame with its own address; only the frame is blocked, and it is empty.
      const body = '<iframe src="/red"></iframe><iframe srcdoc="<body style=\'background: #f00\'>"></iframe>'
      const style = 'body { background: #0f0 } iframe { border: 0; display: block }'
      const options = { url: `${origin.url}/red`, html: page(style, body), block_frames: true }
      const result = await picture(options)
      expect([result.at(50, 50), result.at(50, 200)]).toEqual([GREEN, RED])
    },
  },
  block_fetch: {
    'blocks fetch() of the page and its workers': blocksAlone('block_fetch'),
    'blocks fetch() of the address of the page, which was requested as a document': async ({ engine }) => {
      const html = `<script>fetch(location.href).then(() => 'sent', () => 'blocked')
        .then((text) => document.body.append(document.createElement(text)))</script><body>`
      await using site = await listenOn(ORIGIN_HOST, (_, res) =>
        res.setHeader('content-type', 'text/html').end(html),
      )
      const options = { wait_for: 'blocked', fail_if_selector_missing: true }
      await engine.make({ url: site.url, block_fetch: true, ...options })
    },
  },
  block_xhr: {
    'blocks XMLHttpRequest of the page and its workers': blocksAlone('block_xhr'),
    'a fetch() with a preflight is sent, unless "block_fetch" is set': async ({ engine }) => {
      for (const options of [{}, { block_xhr: true, block_other: true }])
        expect(await methodsSent(engine, options)).toEqual(['OPTIONS', 'PUT'])
      expect(await methodsSent(engine, { block_fetch: true })).toEqual([])
    },
    'together with others, as "block_fetch", each blocks its own requests': blocksTogether,
  },
  block_pings: { 'blocks beacons and reports': blocksAlone('block_pings') },
  block_other: {
    'blocks tracks, event streams and prefetches': blocksAlone('block_other'),
  },
  block_manifests: {
    'blocks the manifest that the browser requests after a DevTools command': async () => {
      await using engine = await startInnerEngine({ allow: [`${ORIGIN_HOST}/32`] })
      const requestedWith = async (options: GivenOptions): Promise<string[]> => {
        const { promise: loaded, resolve: onLoad } = Promise.withResolvers<void>()
        const seen: string[] = []
        await using site = await listenOn(ORIGIN_HOST, (req, res) => {
          seen.push(req.url!)
          if (req.url === '/loaded') onLoad()
          res.setHeader('content-type', 'text/html').end(WITH_MANIFEST)
        })
        engine.make({ url: site.url, wait_for: '.never', ...options }).catch(() => undefined)
        await loaded
        // The headless shell never requests a manifest for the page itself.
        await engine.tabs.at(-1)!.session.send('Page.getAppManifest')
        return seen
      }
      expect(await requestedWith({})).toEqual(['/', '/loaded', '/manifest'])
      expect(await requestedWith({ block_manifests: true })).toEqual(['/', '/loaded'])
    },
  },
  block_injections: {
    'beside "block_ads" and "block_manifests", blocks nothing that the markup of a page without ads requests':
      blocks({ block_injections: true, block_ads: true, block_manifests: true }),
    'blocks requests of scripts to other sites': async ({ engine, origin }) => {
      const other = origin.otherUrl
      const markup = `<img src="${other}/in-markup"><script>
        const add = (name, src) => document.body.append(Object.assign(document.createElement(name), { src }))
        add('script', '/own-script')
        add('script', '${other}/script')
        add('img', '${other}/img')
        add('iframe', '${other}/iframe')
        const request = fetch('${other}/fetch', { mode: 'no-cors' }).catch(() => {})
        const code = "fetch('${other}/worker', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(''))"
        const worker = new Worker(URL.createObjectURL(new Blob([code])))
        worker.onmessage = () => request.then(() => document.body.append(document.createElement('u')))
      </script>`
      const requestedWith = async (options: GivenOptions): Promise<string[]> => {
        const before = origin.seen.length
        const given = { url: `${origin.url}/red`, html: page('', markup), wait_for: 'u' }
        await engine.make({ ...given, fail_if_selector_missing: true, ...options })
        return origin.seen
          .slice(before)
          .map(({ path }) => path)
          .toSorted()
      }
      const own = ['/in-markup', '/own-script']
      expect(await requestedWith({})).toEqual(
        [...own, '/fetch', '/iframe', '/img', '/script', '/worker'].toSorted(),
      )
      expect(await requestedWith({ block_injections: true })).toEqual(own)
    },
    'no preflight is sent for them': async ({ engine }) => {
      expect(await methodsSent(engine, { block_injections: true })).toEqual([])
    },
    'the page itself may navigate to another site': async ({ origin, picture }) => {
      const html = page('', `<script>location = '${origin.otherUrl}/red'</script>`)
      expect((await picture({ html, url: origin.url, block_injections: true })).at(50, 50)).toBe(RED)
    },
  },
  block_sockets: {
    'no document and no worker opens a socket': async ({ engine }) => {
      expect(await socketsOf(engine, {}, PLACES)).toEqual(PLACES)
      expect(await socketsOf(engine, { block_sockets: true }, [])).toEqual([])
    },
    'markup without an address opens no socket and keeps its layout mode': async ({ origin, picture }) => {
      const script = `
        new WebSocket('ws://${new URL(origin.url).host}/').onerror = () => {
          if (document.compatMode === 'CSS1Compat') document.body.style.background = '#0f0'
          document.body.append(document.createElement('u'))
        }`
      const seenBefore = origin.seen.length
      const result = await picture({
        html: page('', `<script>${script}</script>`),
        block_sockets: true,
        wait_for: 'u',
      })
      expect(result.at(50, 50)).toBe(GREEN)
      expect(origin.seen).toHaveLength(seenBefore)
    },
  },
  block_data_urls: {
    ...probeEach(
      Object.entries(PIXEL_PAGES),
      ([name]) => `a data: address in a ${name} is not drawn`,
      ([, html]) =>
        async ({ picture, origin }) => {
          const given = { html, base_url: origin.url }
          expect((await picture(given)).at(50, 50)).toBe(RED)
          expect((await picture({ ...given, block_data_urls: true })).at(50, 50)).toBe(GREEN)
          expect((await picture({ html, block_data_urls: true })).at(50, 50)).toBe(GREEN)
        },
    ),
    'other scripts, blob: addresses and data that a script composes are not blocked': async ({
      picture,
      origin,
    }) => {
      const script = `
        fetch('/green').then(() => {
          const url = URL.createObjectURL(new Blob([decodeURIComponent('${PIXEL}'.split(',')[1])], { type: 'image/svg+xml' }))
          eval('const image = Object.assign(new Image(), { src: url, onload: () => document.body.append(image) })')
        })`
      const result = await picture({
        html: page('body { background: #0f0 } img { display: block }', `<script>${script}</script>`),
        base_url: origin.url,
        block_data_urls: true,
        wait_for: 'img',
      })
      expect([result.at(50, 50), result.at(500, 500)]).toEqual([RED, GREEN])
    },
  },
  lightweight: {
    'blocks media, beacons and reports': blocksAlone('lightweight'),
    '"block_medias" false keeps media': blocksAlone('lightweight with media'),
    'no document and no worker opens a socket': async ({ engine }) => {
      expect(await socketsOf(engine, { lightweight: true }, [])).toEqual([])
    },
  },
}
