// What a page may take from the network, and what becomes of it at its limits.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { defaultPageLimits, type PageLimits } from '../src/index.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

const PART = Buffer.from('<p>0123456789abcd</p>\n'.repeat(4500))

let engine: TestEngine
let asked: string[]
let site: Awaited<ReturnType<typeof listenOn>>

beforeEach(async () => {
  asked = []
  site = await listenOn(ORIGIN_HOST, (req, res) => {
    asked.push(req.url!)
    res.setHeader('content-type', req.url!.endsWith('.css') ? 'text/css' : 'text/html')
    if (req.url === '/endless') {
      const pour = (): void => void (res.destroyed || (res.write(PART), setTimeout(pour, 1)))
      pour()
    } else if (req.url?.startsWith('/hops')) {
      const left = Number(req.url.slice('/hops/'.length))
      if (left > 0) res.writeHead(302, { location: `/hops/${left - 1}` })
      res.end('x')
    } else if (req.url?.startsWith('/bytes')) {
      // What comes within the first moment is not counted.
      res.write('<p>x')
      setTimeout(() => res.end(Buffer.alloc(Number.parseInt(req.url!.slice('/bytes/'.length)), ' ')), 1000)
    } else res.end(req.url === '/' ? page('') : PART)
  })
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function start(limits: Partial<PageLimits>): Promise<void> {
  engine = await startTestEngine({ pageLimits: { ...defaultPageLimits, ...limits } })
}

/** A page that fetches so many files, one after the other, and is waited for. */
function fetching(count: number): GivenOptions {
  const script = `
    for (let i = 0; i < ${count}; i++) await fetch('/file-' + i).then((answer) => answer.text()).catch(() => {})
    document.body.append(document.createElement('u'))`
  const html = page('', `<script type="module">${script}</script>`)
  return { url: site.url, html, wait_for: 'u' }
}

describe('bytes', () => {
  test('within the limit are counted, both ways', async () => {
    await start({ bytes: 1_000_000 })
    const { bandwidthBytes, warnings } = await engine.make(fetching(9))
    expect(bandwidthBytes).toBeGreaterThan(9 * PART.length)
    expect(bandwidthBytes).toBeLessThan(10 * PART.length)
    expect(warnings).toEqual([])
  })

  test('beyond the limit do not pass, and the page is rendered as it is', async () => {
    await start({ bytes: 1_000_000 })
    const { bandwidthBytes, warnings } = await engine.make(fetching(30))
    expect(bandwidthBytes).toBeGreaterThan(1_000_000)
    expect(bandwidthBytes).toBeLessThan(1_200_000)
    expect(asked.length).toBeLessThan(15)
    expect(warnings).toEqual([expect.stringContaining('1000000 bytes')])
  })

  test('of a page that never ends are cut off, and it is rendered as far as it came', async () => {
    await start({ bytes: 1_000_000 })
    const { response, warnings } = await engine.make({ url: `${site.url}/endless` })
    expect(response?.statusCode).toBe(200)
    expect(warnings).toHaveLength(1)
  })
})

test('a page without a connection is a NavigationError', async () => {
  await start({ connections: 0 })
  await expect(engine.make({ url: site.url })).rejects.toMatchObject({
    code: 'NavigationError',
    message: expect.stringContaining('connections'),
  })
})

describe('requests', () => {
  test('up to the limit are made', async () => {
    await start({ requests: 20 })
    // The page itself is one.
    const { warnings } = await engine.make(fetching(18))
    expect(asked).toHaveLength(18)
    expect(warnings).toEqual([])
  })

  test('beyond the limit are not, and the page is rendered as it is', async () => {
    await start({ requests: 20 })
    // Each that is refused takes a second.
    const { warnings } = await engine.make(fetching(26))
    expect(asked.length).toBeGreaterThanOrEqual(19)
    expect(asked.length).toBeLessThan(25)
    expect(warnings).toEqual([expect.stringContaining('20 files')])
  })
})

test('redirects of the page are followed up to the limit, and no further', async () => {
  await start({ redirects: 3 })
  expect((await engine.make({ url: `${site.url}/hops/3` })).response?.statusCodeInitial).toBe(302)
  await expect(engine.make({ url: `${site.url}/hops/4` })).rejects.toMatchObject({
    code: 'NavigationError',
    message: expect.stringContaining('too many times'),
  })
})

describe('one answer', () => {
  test.each([
    ['a page', (path: string) => ({ url: site.url + path })],
    [
      'a file',
      (path: string) => ({ url: site.url, html: page('', `<link rel="stylesheet" href="${path}.css">`) }),
    ],
  ])('as large as it may be is loaded, and larger it is told: %s', async (_, options) => {
    await start({ bodyBytes: 300_000 })
    expect((await engine.make(options('/bytes/300000'))).warnings).toEqual([])
    expect((await engine.make(options('/bytes/300001'))).warnings).toEqual([
      expect.stringContaining('300000 bytes'),
    ])
  })

  test('without end is cut off, and the page is rendered as far as it came', async () => {
    await start({ bodyBytes: 300_000 })
    const { bandwidthBytes, response, warnings } = await engine.make({ url: `${site.url}/endless` })
    expect(response?.statusCode).toBe(200)
    expect(warnings).toEqual([expect.stringContaining('300000 bytes')])
    expect(bandwidthBytes).toBeLessThan(defaultPageLimits.bytes)
  })
})
