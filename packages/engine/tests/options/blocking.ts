import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { page, type TestEngine } from '../test-engine.ts'
import { GREEN, RED } from './colours.ts'
import type { Row, Rows } from './rows.ts'

/** One request of every kind that a page of the headless browser makes, by its path. */
const PARTS = {
  image: '<img src="/image">',
  background: '<style>body { background: url(/background) }</style>',
  font: '<style>@font-face { font-family: f; src: url(/font) } body { font-family: f }</style>text',
  media: '<video src="/media"></video>',
  track: '<video><track default src="/track"></video>',
  style: '<link rel="stylesheet" href="/style">',
  script: '<script src="/script"></script>',
  imported: "<script>import('/imported').catch(() => {})</script>",
  frame: '<iframe src="/frame"></iframe>',
  object: '<object data="/object" type="image/svg+xml"></object>',
  fetch: "<script>fetch('/fetch')</script>",
  xhr: "<script>{ const ask = new XMLHttpRequest(); ask.open('GET', '/xhr'); ask.send() }</script>",
  stream: "<script>new EventSource('/stream')</script>",
  beacon: "<script>navigator.sendBeacon('/beacon')</script>",
  report: '<i style="background: url(/forbidden/x)"></i>',
  prefetch: '<link rel="prefetch" href="/prefetch">',
  worker: "<script>new Worker('/worker')</script>",
  workerFetch: '',
  workerXhr: '',
  shared: "<script>new SharedWorker('/shared')</script>",
  sharedFetch: '',
  service: "<script>navigator.serviceWorker.register('/service').catch(() => {})</script>",
  serviceFetch: '',
}
type Part = keyof typeof PARTS
const ALL = Object.keys(PARTS) as Part[]
/** Workers that are not the page's own: there are none where anything is blocked. */
const LONE: Part[] = ['shared', 'sharedFetch', 'service', 'serviceFetch']

const WORKER = `fetch('/workerFetch'); const ask = new XMLHttpRequest(); ask.open('GET', '/workerXhr'); ask.send()`
const REPORTS = 'img-src http://*:*/image http://*:*/background; report-uri /report'

/** What is allowed to be late: the last of what is blocked, when all else is there. */
const GRACE_MS = 300
const TIMEOUT_MS = 25_000

/** Which parts of a page are asked for; it does not end before all that are `expected` were, and others had time to. */
async function askedBy(engine: TestEngine, options: GivenOptions, expected: Part[]): Promise<Part[]> {
  const asked = new Set<string>()
  await using site = await listenOn(ORIGIN_HOST, (req, res) => {
    const path = req.url!.slice(1)
    asked.add(path)
    if (path === '') void servePage()
    else if (path === 'worker') res.setHeader('content-type', 'text/javascript').end(WORKER)
    else if (path === 'shared' || path === 'service')
      res.setHeader('content-type', 'text/javascript').end(`fetch('/${path}Fetch')`)
    else res.writeHead(204).end()

    async function servePage(): Promise<void> {
      res.setHeader('content-type', 'text/html').setHeader('content-security-policy', REPORTS)
      res.write(page('', Object.values(PARTS).join('')))
      const end = performance.now() + TIMEOUT_MS
      while (expected.some((part) => !asked.has(part)) && performance.now() < end) await sleep(20)
      await sleep(GRACE_MS)
      res.end()
    }
  })
  await engine.make({ url: site.url, ...options })
  return ALL.filter((part) => asked.has(part))
}

/** A row that sees that an option keeps the page and its workers from asking for these parts, and from no others. */
export function blocks(options: GivenOptions, ...blocked: Part[]): Row {
  return async ({ engine }) => {
    const gone = Object.keys(options).length > 0 ? [...LONE, ...blocked] : blocked
    const expected = ALL.filter((part) => !gone.includes(part))
    expect(await askedBy(engine, options, expected)).toEqual(expected)
  }
}

/** Code of a page: a connection that fails on its way is made again. */
const keepOpening =
  'address => { const open = () => new WebSocket(address); open(); setInterval(open, 1000) }'

/** Opens sockets from everywhere. */
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

/** From where sockets are opened; the page does not end before these are. */
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
      await sleep(2 * GRACE_MS)
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

export const blocking: Rows = {
  block_images: [
    blocks({}),
    blocks({ block_images: true }, 'image', 'background'),
    async ({ picture }) => {
      await using site = await listenOn(ORIGIN_HOST, (_, res) => {
        res.setHeader('content-type', 'image/svg+xml')
        res.end('<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="#0f0"/></svg>')
      })
      const html = page('body { background: #f00 } img { display: block }', `<img src="${site.url}">`)
      expect((await picture({ html })).at(50, 50)).toBe(GREEN)
      expect((await picture({ html, block_images: true })).at(50, 50)).toBe(RED)
    },
  ],
  block_fonts: [blocks({ block_fonts: true }, 'font')],
  block_medias: [blocks({ block_medias: true }, 'media')],
  block_styles: [blocks({ block_styles: true }, 'style')],
  block_scripts: [
    blocks({ block_scripts: true }, 'script', 'imported', 'worker', 'workerFetch', 'workerXhr'),
  ],
  block_frames: [
    blocks({ block_frames: true }, 'frame', 'object'),
    async ({ origin, picture }) => {
      // The page itself is one that it frames, and what is left of a frame is empty.
      const body = '<iframe src="/red"></iframe><iframe srcdoc="<body style=\'background: #f00\'>"></iframe>'
      const style = 'body { background: #0f0 } iframe { border: 0; display: block }'
      const options = { url: `${origin.url}/red`, html: page(style, body), block_frames: true }
      const shown = await picture(options)
      expect([shown.at(50, 50), shown.at(50, 200)]).toEqual([GREEN, RED])
    },
  ],
  block_fetch: [blocks({ block_fetch: true }, 'fetch', 'workerFetch')],
  block_xhr: [
    blocks({ block_xhr: true }, 'xhr', 'workerXhr'),
    blocks({ block_xhr: true, block_fetch: true }, 'xhr', 'fetch', 'workerXhr', 'workerFetch'),
  ],
  block_pings: [blocks({ block_pings: true }, 'beacon', 'report')],
  block_other: [blocks({ block_other: true }, 'track', 'stream', 'prefetch')],
  block_manifests: [
    blocks({ block_manifests: true }),
    async ({ engine }) => {
      // The headless shell never asks for one; other builds may.
      const body = '<link rel="manifest" href="/manifest">'
      const asked: string[] = []
      await using site = await listenOn(ORIGIN_HOST, (req, res) => {
        asked.push(req.url!)
        res.setHeader('content-type', 'text/html').end(page('', body))
      })
      await engine.make({ url: site.url, block_manifests: true, delay: GRACE_MS })
      expect(asked).toEqual(['/'])
    },
  ],
  block_injections: [
    blocks({ block_injections: true }),
    async ({ engine, origin }) => {
      const other = origin.otherUrl
      const markup = `<img src="${other}/in-markup"><script>
        const add = (name, src) => document.body.append(Object.assign(document.createElement(name), { src }))
        add('script', '/own-script')
        add('script', '${other}/script')
        add('img', '${other}/img')
        add('iframe', '${other}/iframe')
        const asked = fetch('${other}/fetch', { mode: 'no-cors' }).catch(() => {})
        const code = "fetch('${other}/worker', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(''))"
        const worker = new Worker(URL.createObjectURL(new Blob([code])))
        worker.onmessage = () => asked.then(() => document.body.append(document.createElement('u')))
      </script>`
      const askedWith = async (options: GivenOptions): Promise<string[]> => {
        const before = origin.seen.length
        const given = { url: `${origin.url}/red`, html: page('', markup), wait_for: 'u' }
        await engine.make({ ...given, fail_if_selector_missing: true, ...options })
        return origin.seen
          .slice(before)
          .map(({ path }) => path)
          .toSorted()
      }
      const own = ['/in-markup', '/own-script']
      expect(await askedWith({})).toEqual(
        [...own, '/fetch', '/iframe', '/img', '/script', '/worker'].toSorted(),
      )
      expect(await askedWith({ block_injections: true })).toEqual(own)
    },
    async ({ origin, picture }) => {
      // The page itself goes where its script leads.
      const html = page('', `<script>location = '${origin.otherUrl}/red'</script>`)
      expect((await picture({ html, url: origin.url, block_injections: true })).at(50, 50)).toBe(RED)
    },
  ],
  block_sockets: [
    async ({ engine }) => {
      expect(await socketsOf(engine, {}, PLACES)).toEqual(PLACES)
      expect(await socketsOf(engine, { block_sockets: true }, [])).toEqual([])
    },
    async ({ origin, picture }) => {
      // Markup without an address; the layout mode is the page's own.
      const script = `
        new WebSocket('ws://${new URL(origin.url).host}/').onerror = () => {
          if (document.compatMode === 'CSS1Compat') document.body.style.background = '#0f0'
          document.body.append(document.createElement('u'))
        }`
      const asked = origin.seen.length
      const shown = await picture({
        html: page('', `<script>${script}</script>`),
        block_sockets: true,
        wait_for: 'u',
      })
      expect(shown.at(50, 50)).toBe(GREEN)
      expect(origin.seen).toHaveLength(asked)
    },
  ],
  block_data_urls: [
    ...Object.values(PIXEL_PAGES).map((html): Row => async ({ picture, origin }) => {
      const given = { html, base_url: origin.url }
      expect((await picture(given)).at(50, 50)).toBe(RED)
      expect((await picture({ ...given, block_data_urls: true })).at(50, 50)).toBe(GREEN)
      expect((await picture({ html, block_data_urls: true })).at(50, 50)).toBe(GREEN)
    }),
    async ({ picture, origin }) => {
      // All other ways remain: scripts in the markup, files, and data that a script puts together.
      const script = `
        fetch('/green').then(() => {
          const url = URL.createObjectURL(new Blob([decodeURIComponent('${PIXEL}'.split(',')[1])], { type: 'image/svg+xml' }))
          eval('const image = Object.assign(new Image(), { src: url, onload: () => document.body.append(image) })')
        })`
      const shown = await picture({
        html: page('body { background: #0f0 } img { display: block }', `<script>${script}</script>`),
        base_url: origin.url,
        block_data_urls: true,
        wait_for: 'img',
      })
      expect([shown.at(50, 50), shown.at(500, 500)]).toEqual([RED, GREEN])
    },
  ],
  lightweight: [
    blocks({ lightweight: true }, 'media', 'beacon', 'report'),
    blocks({ lightweight: true, block_medias: false }, 'beacon', 'report'),
    async ({ engine }) => {
      expect(await socketsOf(engine, { lightweight: true }, [])).toEqual([])
    },
  ],
}
