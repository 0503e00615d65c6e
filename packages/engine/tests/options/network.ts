import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, listenSecurely, ORIGIN_HOST } from '@render/testkit'
import { page } from '../test-engine.ts'
import { blocks } from './blocking.ts'
import { GREEN, RED } from './colours.ts'
import type { Row, Rows } from './rows.ts'

/** A site by https whose certificate nobody trusts. */
const startUntrusted = () =>
  listenSecurely((_, res) => {
    res.setHeader('content-type', 'text/html')
    res.end(page('body { background: #0f0 }'))
  })

/** Green when a script may read what another origin answers without leave. */
const readsOthers =
  (options: GivenOptions, how = '{}'): Row =>
  async ({ origin, picture }) => {
    const script = `fetch('${origin.otherUrl}/green', ${how})
      .then(() => (document.body.style.background = '#0f0'), () => undefined)
      .then(() => document.body.append(document.createElement('u')))`
    const html = page('body { background: #f00 }', `<script>${script}</script>`)
    const shown = async (given: GivenOptions) =>
      (await picture({ html, base_url: origin.url, wait_for: 'u', ...given })).at(600, 500)
    expect([await shown({}), await shown(options)]).toEqual([RED, GREEN])
  }

/** Which of two pictures, of the own site and of another, are asked for. */
async function asked(engine: Parameters<Row>[0]['engine'], options: GivenOptions): Promise<string[]> {
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

export const network: Rows = {
  block_urls: [
    async ({ engine }) => {
      const all = [OTHER_TRACK, OTHER_A, OWN_TRACK, OWN_A].toSorted()
      expect(await asked(engine, {})).toEqual(all)
      expect(await asked(engine, { block_urls: ['127.0.1.2'] })).toEqual([OWN_TRACK, OWN_A].toSorted())
      expect(await asked(engine, { block_urls: ['*/a.png'] })).toEqual([OTHER_TRACK, OWN_TRACK].toSorted())
      // The page itself is never blocked.
      expect(await asked(engine, { block_urls: ['127.0.1.1', 'x.example'] })).toEqual(
        [OTHER_TRACK, OTHER_A].toSorted(),
      )
    },
    blocks({ block_urls: ['*/image', '*/workerXhr'] }, 'image', 'workerXhr'),
  ],
  block_url_keywords: [
    async ({ engine }) => {
      expect(await asked(engine, { block_url_keywords: ['tRACK'] })).toEqual([OTHER_A, OWN_A].toSorted())
    },
    blocks({ block_url_keywords: ['workerfetch'] }, 'workerFetch'),
  ],
  add_cors: [
    readsOthers({ add_cors: true }),
    // What asks for leave first has it, whatever the other site says to that.
    readsOthers({ add_cors: true }, `{ method: 'PUT', headers: { 'x-mine': '1' } }`),
  ],
  disable_web_security: [readsOthers({ disable_web_security: true })],
  show_certificate_errors: [
    async ({ engine, picture }) => {
      await using site = await startUntrusted()
      expect((await picture({ url: site.url })).at(600, 500)).toBe(GREEN)
      const refused = engine.make({ url: site.url, show_certificate_errors: true })
      await expect(refused).rejects.toMatchObject({
        code: 'NavigationError',
        message: expect.stringContaining('secure'),
      })
    },
  ],
  https_upgrade: [
    async ({ engine, origin, picture }) => {
      await using site = await startUntrusted()
      await expect(engine.make({ url: `http://${site.host}` })).rejects.toMatchObject({
        code: 'NavigationError',
      })
      expect((await picture({ url: `http://${site.host}`, https_upgrade: true })).at(600, 500)).toBe(GREEN)
      // Again too, and with what is for the address.
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
      // What has no https is asked by http after all.
      expect((await picture({ url: `${origin.url}/green`, https_upgrade: true })).at(600, 500)).toBe(GREEN)
    },
  ],
}
