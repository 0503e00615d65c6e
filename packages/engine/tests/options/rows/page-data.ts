import { expect } from '@jest/globals'
import { imagePath, listenOn, ORIGIN_HOST } from '@render/testkit'
import { page, SHORT_TIMEOUT_MS } from '../../test-engine.ts'
import type { Rows, World } from '../probe.ts'

/** A site with three redirects, two cookies and a page that loads what each kind of row needs. */
function startSite(seen: string[]) {
  const picture = imagePath('#00ff00', 2, 2)
  return listenOn(ORIGIN_HOST, (req, res) => {
    const [path] = req.url!.split('?')
    seen.push(path!)
    const hop = /^\/hop(\d)$/.exec(path!)
    if (hop) {
      const location = hop[1] === '3' ? '/page' : `/hop${Number(hop[1]) + 1}`
      return void res.writeHead(302, { location, 'set-cookie': `hop${hop[1]}=1` }).end()
    }
    if (path === '/page') {
      res.setHeader('set-cookie', ['own=1; HttpOnly', 'two=2'])
      res.setHeader('x-many', ['a', 'b'])
      return void res.writeHead(200, { 'content-type': 'text/html' }).end(
        page(
          '',
          `<img src="${picture}"><img src="/missing"><script>
            document.cookie = 'script=3'
            fetch('/cached').then((res) => res.text()).then(() => fetch('/cached')).then((res) => res.text())
              .then(() => document.body.append(document.createElement('u')))
          </script>`,
        ),
      )
    }
    if (path === '/cached')
      return void res.writeHead(200, { 'cache-control': 'max-age=60', 'content-type': 'text/plain' }).end('c')
    res.writeHead(404).end()
  })
}

async function make({ engine }: World, options: object) {
  const seen: string[] = []
  await using site = await startSite(seen)
  const url = `${site.url}/hop1`
  const cookie = ['sent=4']
  const rendered = await engine.make({ url, cookie, wait_for: 'u', https_upgrade: false, ...options })
  return { ...rendered, seen, site }
}

const json = (body: Buffer) => JSON.parse(String(body)) as Record<string, unknown>[]

export const pageData: Rows = {
  save_cookies: {
    'returns and stores the cookies of the page, of its server and of the caller': async (world) => {
      const { data, files } = await make(world, { save_cookies: true })
      expect(files).toMatchObject([{ kind: 'cookies', suffix: '-cookies', extension: 'json' }])
      expect(json(files[0]!.body)).toEqual(data!.cookies)
      const written = data!.cookies!.map(({ name, value, httpOnly }) => `${name}=${value} ${httpOnly}`)
      expect(written.toSorted()).toEqual(
        ['hop1=1', 'hop2=1', 'hop3=1', 'own=1', 'script=3', 'sent=4', 'two=2'].map(
          (each) => `${each} ${each === 'own=1'}`,
        ),
      )
      expect(data!.cookies![0]).toMatchObject({
        domain: '127.0.1.1',
        path: '/',
        secure: false,
        sameSite: 'Lax',
      })
    },
  },
  save_headers: {
    'returns the headers of the last response': async (world) => {
      const { data } = await make(world, { save_headers: true })
      expect(data).toEqual({
        headers: expect.objectContaining({
          'content-type': 'text/html',
          'set-cookie': 'own=1; HttpOnly\ntwo=2',
          'x-many': 'a, b',
        }),
      })
    },
    'has none for supplied markup, with a warning': async ({ engine }) => {
      const { data, warnings } = await engine.make({ html: 'x', save_headers: true })
      expect([data, warnings]).toEqual([{ headers: {} }, [expect.stringContaining('"save_headers"')]])
    },
  },
  save_http_headers: {
    'returns the headers of every hop, without secrets': async (world) => {
      const secrets = { authorization: 'Bearer sesame', header: ['X-Key: sesame'] }
      const { data, site } = await make(world, { save_http_headers: true, ...secrets })
      const hops = data!.httpHeaders!
      expect(hops.map(({ url, status }) => `${status} ${url.replace(site.url, '')}`)).toEqual([
        '302 /hop1',
        '302 /hop2',
        '302 /hop3',
        '200 /page',
      ])
      for (const { requestHeaders } of hops)
        expect(requestHeaders).toMatchObject({
          authorization: '[secret]',
          cookie: '[secret]',
          'x-key': '[secret]',
          'user-agent': expect.stringContaining('Mozilla'),
        })
      expect(hops[0]!.responseHeaders).toMatchObject({ location: '/hop2', 'set-cookie': 'hop1=1' })
      expect(JSON.stringify(data)).not.toContain('sesame')
    },
    'returns at most 256 kB of headers, those of the page first, with a warning': async ({ engine }) => {
      const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, 'x'.repeat(5000)]))
      await using site = await listenOn(ORIGIN_HOST, ({ url }, res) => {
        const hop = Number(url!.slice(1))
        res.writeHead(hop < 4 ? 302 : 200, { ...many, ...(hop < 4 && { location: `/${hop + 1}` }) }).end()
      })
      const options = { url: `${site.url}/1`, https_upgrade: false, save_headers: true }
      const { data, warnings } = await engine.make({ ...options, save_http_headers: true })
      const kept = data!.httpHeaders!.map(
        ({ responseHeaders }) => Object.keys(responseHeaders).filter((name) => name.startsWith('x-')).length,
      )
      expect([kept[0], kept[1]! > 0 && kept[1]! < 20, ...kept.slice(2)]).toEqual([0, true, 20, 20])
      expect(JSON.stringify(data!.httpHeaders).length).toBeLessThan(257 * 1024)
      expect(warnings).toEqual([expect.stringMatching(/^"save_http_headers" left out \d+ headers/)])
      expect((await engine.make(options)).warnings).toEqual([])
    },
  },
  save_resource_info: {
    'stores a row for each request, whatever became of it': async (world) => {
      const { files, seen, site } = await make(world, { save_resource_info: true, block_images: true })
      expect(files).toMatchObject([{ kind: 'resource_info', suffix: '-resources', extension: 'json' }])
      const rows = json(files[0]!.body)
      const of = (path: string) => rows.filter(({ url }) => url === `${site.url}${path}`)
      expect(of('/hop1')).toMatchObject([{ status: 302, resourceType: 'document', blocked: false }])
      expect(of('/page')).toMatchObject([
        { method: 'GET', status: 200, mimeType: 'text/html', fromCache: false },
      ])
      expect(of('/cached')).toMatchObject([
        { status: 200, mimeType: 'text/plain', fromCache: false, encodedSize: expect.any(Number) },
        { status: 200, fromCache: true, encodedSize: 0 },
      ])
      expect(of('/missing')).toMatchObject([{ blocked: true, failureText: 'net::ERR_BLOCKED_BY_CLIENT' }])
      for (const row of rows)
        expect([row.startTime, row.duration]).toEqual([expect.any(Number), expect.any(Number)])
      const sent = rows.filter(({ blocked, fromCache }) => !blocked && !fromCache)
      expect(sent.map(({ url }) => new URL(String(url)).pathname)).toEqual(seen)
    },
    'does not wait for a response to a worker that never comes': async ({ engine }) => {
      const asked = Promise.withResolvers<void>()
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/never') asked.resolve()
        else void asked.promise.then(() => res.end())
      })
      const never = `${site.url}/never`
      const code = JSON.stringify(`fetch('${never}')`)
      const script = `new Worker(URL.createObjectURL(new Blob([${code}])))
        fetch('/when-asked').then(() => document.body.append(document.createElement('u')))`
      const html = page('', `<script>${script}</script>`)
      const start = performance.now()
      const options = { html, base_url: site.url, wait_for: 'u', fail_if_selector_missing: true }
      const { files } = await engine.make({ ...options, save_resource_info: true })
      expect(performance.now() - start).toBeLessThan(SHORT_TIMEOUT_MS * 10)
      const row = json(files[0]!.body).find(({ url }) => url === never)
      expect(row).toMatchObject({ method: 'GET', blocked: false })
      expect(row).not.toHaveProperty('status')
    },
    'knows failed ones, and those of frames of other origins': async ({ engine, origin }) => {
      const html = page('', `<img src="/nothing-here"><iframe src="${origin.otherUrl}/red"></iframe>`)
      const options = { html, base_url: origin.url, save_resource_info: true }
      const { files } = await engine.make(options)
      const rows = json(files[0]!.body)
      const row = (url: string) => rows.find((each) => each.url === url)
      expect(row(`${origin.url}/nothing-here`)).toMatchObject({ status: 404, blocked: false })
      expect(row(`${origin.otherUrl}/red`)).toMatchObject({ status: 200, resourceType: 'document' })
      const { files: framed } = await engine.make({ ...options, block_frames: true })
      expect(json(framed[0]!.body).find(({ url }) => url === `${origin.otherUrl}/red`)).toMatchObject({
        blocked: true,
      })
    },
  },
  custom_data_variable: {
    'returns the value of a variable of the page': async ({ engine }) => {
      const html = page(
        '',
        `<script>
          const app = { state: { items: [1, { a: 'b' }] }, later: Promise.resolve([2]), long: 'x'.repeat(70000), own: () => 1 }
          app.self = { app }
        </script>`,
      )
      const read = async (custom_data_variable: string) => {
        const { data, warnings } = await engine.make({ html, custom_data_variable })
        return [data!.customData, ...warnings.map((each) => /is missing|is larger/.exec(each)?.[0])]
      }
      const names = [
        'app.state.items[1]',
        'app.later',
        'app.nothing.at.all',
        'app.self',
        'app.long',
        'none',
        'class',
      ]
      expect(await Promise.all(names.map(read))).toEqual([
        [{ a: 'b' }],
        [[2]],
        [null, 'is missing'],
        [null, 'is missing'],
        [null, 'is larger'],
        [null, 'is missing'],
        [null, 'is missing'],
      ])
    },
  },
}
