// Checks the network limits of a page, and that a page at a limit is rendered as far as it was loaded.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { defaultPageLimits, type PageLimits } from '../src/index.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

const PART = Buffer.from('<p>0123456789abcd</p>\n'.repeat(4500))

const PICTURES = Array.from({ length: 25 }, (_, i) => `<img src="/picture-${i}">`).join('')

let engine: TestEngine
let requested: string[]
let site: Awaited<ReturnType<typeof listenOn>>

beforeAll(async () => {
  site = await listenOn(ORIGIN_HOST, (req, res) => {
    requested.push(req.url!)
    res.setHeader('content-type', req.url!.endsWith('.css') ? 'text/css' : 'text/html')
    if (req.url === '/endless') {
      const pour = (): void => void (res.destroyed || (res.write(PART), setTimeout(pour, 1)))
      pour()
    } else if (req.url?.startsWith('/hops')) {
      const [, , left, ...then] = req.url.split('/')
      const next = then.join('/')
      if (Number(left) > 0) res.writeHead(302, { location: `/hops/${Number(left) - 1}/${next}` })
      // A new resource may have an address of its own.
      else res.writeHead(201, { location: '/' })
      res.end(next && `<script>location = '/${next}'</script>`)
    } else if (req.url?.startsWith('/bytes')) {
      // Counting starts a moment after the headers. Bytes sent with them are counted only where the renderer is slow.
      res.flushHeaders()
      setTimeout(() => res.end(Buffer.alloc(Number.parseInt(req.url!.slice('/bytes/'.length)), ' ')), 3000)
    } else if (req.url === '/pictures') res.end(page('', PICTURES))
    else if (req.url === '/leaves')
      res.end(page('', `${PICTURES}<script>onload = () => { location = '/refused' }</script>`))
    else if (req.url === '/again')
      res.end(page('', `${PICTURES}<script>onload = () => location.reload()</script>`))
    else res.end(req.url === '/' ? page('') : PART)
  })
})
beforeEach(() => {
  requested = []
})
afterAll(() => site[Symbol.asyncDispose]())

/** Gives the tests of this block an engine with these limits. */
function limitPages(limits: Partial<PageLimits>): void {
  beforeAll(async () => {
    engine = await startTestEngine({ pageLimits: { ...defaultPageLimits, ...limits } })
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
  })
}

/**
 * Returns options for a page that fetches `count` files one after the other, and others three seconds later. The render waits
 * until it is done.
 */
function fetching(count: number, ...later: string[]): GivenOptions {
  const script = `
    const load = (path) => fetch(path).then((answer) => answer.text()).catch(() => {})
    for (let i = 0; i < ${count}; i++) await load('/file-' + i)
    const later = ${JSON.stringify(later)}
    if (later.length > 0) await new Promise((go) => setTimeout(go, 3000))
    await Promise.all(later.map(load))
    document.body.append(document.createElement('u'))`
  const html = page('', `<script type="module">${script}</script>`)
  return { url: site.url, html, wait_for: 'u' }
}

test('a page can make 1500 requests by default', () => {
  expect(defaultPageLimits.requests).toBe(1500)
})

describe('with limits of bytes and redirects', () => {
  limitPages({ bytes: 1_000_000, redirects: 3 })

  describe('bytes', () => {
    test('within the limit are counted in both directions', async () => {
      const { bandwidthBytes, warnings } = await engine.make(fetching(9))
      expect(bandwidthBytes).toBeGreaterThan(9 * PART.length)
      expect(bandwidthBytes).toBeLessThan(10 * PART.length)
      expect(warnings).toEqual([])
    })

    test('beyond the limit are refused, and the page is rendered with a warning', async () => {
      const { bandwidthBytes, warnings } = await engine.make(fetching(30))
      expect(bandwidthBytes).toBeGreaterThan(1_000_000)
      expect(bandwidthBytes).toBeLessThan(1_200_000)
      expect(requested.length).toBeLessThan(15)
      expect(warnings).toEqual([expect.stringContaining('1000000 bytes')])
    })

    test('of a page that never ends are cut off, and the loaded part is rendered', async () => {
      const { response, warnings } = await engine.make({ url: `${site.url}/endless` })
      expect(response?.statusCode).toBe(200)
      expect(warnings).toHaveLength(1)
    })
  })

  describe('redirects', () => {
    test('are followed up to the limit', async () => {
      expect((await engine.make({ url: `${site.url}/hops/3` })).response?.statusCodeInitial).toBe(302)
      await expect(engine.make({ url: `${site.url}/hops/4` })).rejects.toMatchObject({
        code: 'NavigationError',
        message: expect.stringContaining('too many times'),
      })
    })

    test('are counted for each document', async () => {
      const { response, warnings } = await engine.make({ url: `${site.url}/hops/3/hops/3/hops/2` })
      expect(requested.length).toBe(11)
      expect([response, warnings]).toEqual([{ statusCode: 201, statusCodeInitial: 302 }, []])
    })
  })
})

describe('connections', () => {
  limitPages({ connections: 0 })

  test('beyond the limit make a page fail with NavigationError', async () => {
    await expect(engine.make({ url: site.url })).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringContaining('connections'),
    })
  })
})

describe('with limits of requests and of one response', () => {
  limitPages({ requests: 20, bodyBytes: 300_000 })

  describe('requests', () => {
    test('up to the limit are made', async () => {
      // The page itself counts as one request.
      const { warnings } = await engine.make(fetching(19))
      expect(requested).toHaveLength(19)
      expect(warnings).toEqual([])
    })

    test('beyond the limit are refused, and the page is rendered with a warning', async () => {
      const { warnings } = await engine.make(fetching(19, '/late-1', '/late-2'))
      expect(requested).toHaveLength(19)
      expect(requested.filter((path) => path.startsWith('/late'))).toEqual([])
      expect(warnings).toEqual([expect.stringContaining('limit of 20 per page')])
    })

    test.each([{ reload: true }, { reload_after_scroll: true }])(
      'are counted from zero when the page is loaded again: %j',
      async (again) => {
        const { warnings } = await engine.make({ url: `${site.url}/pictures`, ...again })
        expect(requested.filter((path) => path === '/pictures')).toHaveLength(2)
        expect(warnings).toEqual([expect.stringContaining('limit of 20 per page')])
      },
    )

    test('are counted from zero when a page that fails is tried again', async () => {
      const failing = engine.make({ url: `${site.url}/leaves`, retry_on_nav_error: true })
      await expect(failing).rejects.toMatchObject({ code: 'NavigationError' })
      expect(requested.filter((path) => path === '/leaves')).toHaveLength(2)
    })

    test('are counted together when the page loads itself again', async () => {
      await engine.make({ url: `${site.url}/again`, delay: 2000, continue_on_nav_error: true })
      expect(requested.length).toBeGreaterThan(19)
      expect(requested.length).toBeLessThan(2 * 26)
    })
  })

  describe('one response', () => {
    test.each([
      ['a page', (path: string) => ({ url: site.url + path })],
      [
        'a file',
        (path: string) => ({ url: site.url, html: page('', `<link rel="stylesheet" href="${path}.css">`) }),
      ],
    ])('is loaded up to the limit, and a larger one gets a warning: %s', async (_, options) => {
      expect((await engine.make(options('/bytes/300000'))).warnings).toEqual([])
      expect((await engine.make(options('/bytes/300001'))).warnings).toEqual([
        expect.stringContaining('300000 bytes'),
      ])
    })

    test('that never ends is cut off, and the loaded part is rendered', async () => {
      const { bandwidthBytes, response, warnings } = await engine.make({ url: `${site.url}/endless` })
      expect(response?.statusCode).toBe(200)
      expect(warnings).toEqual([expect.stringContaining('300000 bytes')])
      expect(bandwidthBytes).toBeLessThan(defaultPageLimits.bytes)
    })
  })
})
