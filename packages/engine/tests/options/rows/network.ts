import { expect } from '@jest/globals'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GivenOptions } from '@render/options'
import { listenOn, listenSecurely, ORIGIN_HOST } from '@render/testkit'
import { page } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'
import { blocks } from '../requested-parts.ts'

/** Starts an HTTPS site with an untrusted certificate. */
const startUntrusted = () =>
  listenSecurely((_, res) => {
    res.setHeader('content-type', 'text/html')
    res.end(page('body { background: #0f0 }'))
  })

/** Returns a probe that expects scripts to read responses of another origin without CORS headers. */
const readsOthers =
  (options: GivenOptions, how = '{}'): Probe =>
  async ({ origin, picture }) => {
    const script = `fetch('${origin.otherUrl}/green', ${how})
      .then(() => (document.body.style.background = '#0f0'), () => undefined)
      .then(() => document.body.append(document.createElement('u')))`
    const html = page('body { background: #f00 }', `<script>${script}</script>`)
    const colour = async (given: GivenOptions) =>
      (await picture({ html, base_url: origin.url, wait_for: 'u', ...given })).at(600, 500)
    expect([await colour({}), await colour(options)]).toEqual([RED, GREEN])
  }

/** Returns in which ways a page without web security reads an SVG at an address. */
async function readsOf({ engine }: World, address: string): Promise<string[]> {
  const read = Promise.withResolvers<string>()
  await using own = await listenOn(ORIGIN_HOST, (req, res) => {
    const [, ways] = req.url!.split('/read?')
    if (ways !== undefined) read.resolve(ways)
    res.end('')
  })
  const script = `
    const loaded = (element, src) => new Promise((resolve) => {
      element.onload = element.onerror = () => resolve(element)
      element.src = src
      document.body.append(element)
    })
    const ways = {
      fetch: () => fetch('${address}').then((response) => response.text()),
      xhr: async () => {
        const request = new XMLHttpRequest()
        request.open('get', '${address}', false)
        request.send()
        return request.responseText
      },
      frame: async () => (await loaded(document.createElement('iframe'), '${address}')).contentDocument.documentElement.textContent,
      image: async () => (await loaded(new Image(), '${address}')).naturalWidth,
    }
    const read = await Promise.all(Object.keys(ways).map((way) => ways[way]().then((what) => what ? way : '', () => '')))
    await fetch('${own.url}/read?' + read.filter(Boolean))
    document.body.append(document.createElement('u'))`
  const html = page('', `<script type="module">${script}</script>`)
  await engine.make({ html, base_url: own.url, wait_for: 'u', disable_web_security: true })
  return (await read.promise).split(',').filter(Boolean)
}

/** Returns the pictures that a page requests: two of its own site and two of another one. */
async function requestedBy(engine: Parameters<Probe>[0]['engine'], options: GivenOptions): Promise<string[]> {
  const seen: string[] = []
  const note = (name: string) => (req: { url?: string }, res: { end(text: string): void }) => {
    if (req.url !== '/') seen.push(name + req.url)
    res.end('')
  }
  await using other = await listenOn('127.0.1.2', note('other'))
  await using own = await listenOn(ORIGIN_HOST, note('own'))
  const pictures = ['/a.png', '/Track.png?x'].flatMap((path) => [`${own.url}${path}`, `${other.url}${path}`])
  const html = page('', pictures.map((src) => `<img src="${src}">`).join(''))
  await engine.make({ html, base_url: own.url, ...options })
  return seen.toSorted()
}

const [OWN_A, OWN_TRACK, OTHER_A, OTHER_TRACK] = [
  'own/a.png',
  'own/Track.png?x',
  'other/a.png',
  'other/Track.png?x',
]

const blocksNamed = oncePerWorld(
  blocks(
    { block_urls: ['*/image', '*/workerXhr'], block_url_keywords: ['workerfetch'] },
    'image',
    'workerXhr',
    'workerFetch',
  ),
)

export const network: Rows = {
  block_urls: {
    'blocks hosts and patterns, but never the page itself': async ({ engine }) => {
      const all = [OTHER_TRACK, OTHER_A, OWN_TRACK, OWN_A].toSorted()
      expect(await requestedBy(engine, {})).toEqual(all)
      expect(await requestedBy(engine, { block_urls: ['127.0.1.2'] })).toEqual([OWN_TRACK, OWN_A].toSorted())
      expect(await requestedBy(engine, { block_urls: ['*/a.png'] })).toEqual(
        [OTHER_TRACK, OWN_TRACK].toSorted(),
      )
      // The page itself is never blocked.
      expect(await requestedBy(engine, { block_urls: ['127.0.1.1', 'x.example'] })).toEqual(
        [OTHER_TRACK, OTHER_A].toSorted(),
      )
    },
    'blocks requests of the page and its workers': blocksNamed,
    'warns of patterns that probably mean something else': async ({ engine }) => {
      const given = {
        html: page(''),
        block_urls: ['/ads/*', '*.js', '*.com', '*.co.uk', '*/*.js', '*.a.example'],
      }
      expect((await engine.make(given)).warnings).toEqual([
        expect.stringContaining('"block_urls[0]"'),
        expect.stringContaining('"block_urls[1]"'),
      ])
    },
  },
  block_url_keywords: {
    'blocks addresses with a word in any case': async ({ engine }) => {
      expect(await requestedBy(engine, { block_url_keywords: ['tRACK'] })).toEqual(
        [OTHER_A, OWN_A].toSorted(),
      )
    },
    'blocks requests of workers': blocksNamed,
  },
  add_cors: {
    'scripts read responses of other origins': readsOthers({ add_cors: true }),
    // A request that needs a preflight is allowed, whatever the other site answers to the preflight.
    'a request with a preflight is allowed': readsOthers(
      { add_cors: true },
      `{ method: 'PUT', headers: { 'x-mine': '1' } }`,
    ),
  },
  disable_web_security: {
    'scripts read responses of other origins': readsOthers({ disable_web_security: true }),
    'scripts read no files of the machine': async (world) => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">text</svg>'
      await using other = await listenOn('127.0.1.2', (_, res) => {
        res.setHeader('content-type', 'image/svg+xml').end(svg)
      })
      await using folder = await mkdtempDisposable(join(tmpdir(), 'readable-'))
      // The browser may have another user.
      await chmod(folder.path, 0o755)
      const file = join(folder.path, 'picture.svg')
      await writeFile(file, svg, { mode: 0o644 })
      expect(await readsOf(world, other.url)).toEqual(['fetch', 'xhr', 'frame', 'image'])
      expect(await readsOf(world, pathToFileURL(file).href)).toEqual([])
    },
  },
  show_certificate_errors: {
    'an untrusted certificate fails the render': async ({ engine, picture }) => {
      await using site = await startUntrusted()
      expect((await picture({ url: site.url })).at(600, 500)).toBe(GREEN)
      const refused = engine.make({ url: site.url, show_certificate_errors: true })
      await expect(refused).rejects.toMatchObject({
        code: 'NavigationError',
        message: expect.stringContaining('TLS connection'),
      })
    },
  },
  https_upgrade: {
    'the page is loaded by HTTPS where the site has it, with its headers, also on a revisit': async ({
      engine,
      origin,
      picture,
    }) => {
      await using site = await startUntrusted()
      await expect(engine.make({ url: `http://${site.host}` })).rejects.toMatchObject({
        code: 'NavigationError',
      })
      expect((await picture({ url: `http://${site.host}`, https_upgrade: true })).at(600, 500)).toBe(GREEN)
      // It also applies to a revisit, and keeps the headers for the address.
      const seen: unknown[] = []
      await using own = await listenSecurely(({ headers }, res) => {
        seen.push(headers['x-own'])
        res.setHeader('content-type', 'text/html').end(page(''))
      })
      const options = { https_upgrade: true, header: ['X-Own=1'] }
      await engine.make({ url: `http://${own.host}`, revisit: true, ...options })
      expect(seen).toEqual(['1', '1'])
      await engine.make({ url: `${origin.url}/green`, ...options })
      expect(origin.seen.at(-1)!.headers['x-own']).toBe('1')
      // A site without HTTPS is loaded by HTTP.
      expect((await picture({ url: `${origin.url}/green`, https_upgrade: true })).at(600, 500)).toBe(GREEN)
    },
    'a site that never answers by HTTPS is loaded by HTTP': async ({ picture }) => {
      const body = page('body { background: #0f0 }')
      const silent = createServer((_, res) => void res.setHeader('content-type', 'text/html').end(body))
      silent.on('clientError', () => undefined)
      await once(silent.listen(0, ORIGIN_HOST), 'listening')
      using _ = {
        [Symbol.dispose]() {
          silent.closeAllConnections()
          silent.close()
        },
      }
      const { port } = silent.address() as AddressInfo
      for (const options of [{}, { cookie: ['a=b'] }]) {
        const given = { https_upgrade: true, timeout: 5000, ...options }
        expect((await picture({ url: `http://${ORIGIN_HOST}:${port}`, ...given })).at(600, 500)).toBe(GREEN)
      }
    },
  },
}
