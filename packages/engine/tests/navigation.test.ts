import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import {
  APPEND_ON_RESPONSE,
  CLOSED_URL,
  isNightly,
  listenOn,
  ORIGIN_HOST,
  readPicture,
  startHeldSite,
  startOrigin,
  type Origin,
} from '@render/testkit'
import { page, SHORT_TIMEOUT_MS, startTestEngine, VIEWPORT, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine({ attemptTimeoutMs: 60_000 }), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  // Browsers of pages that hang take no further renders and end when their renders are done; none is killed.
  expect(engine.events).not.toContainEqual(
    expect.objectContaining({ event: 'browser ended', reason: 'hang' }),
  )
  await origin[Symbol.asyncDispose]()
})

const GREEN = '#00ff00'
const BLUE = '#0000ff'

/** Starts a site with a link to a green page whose picture never arrives. */
function startUnfinishedSite() {
  return listenOn(ORIGIN_HOST, ({ url }, res) => {
    if (url === '/never') return
    const there = page('body { background: #0f0 }', '<img src="/never">')
    const link = page('a { display: block; height: 40px; background: #00f }', '<a href="/there">x</a>')
    res.setHeader('content-type', 'text/html').end(url === '/' ? link : there)
  })
}

async function colourOf(path: string): Promise<string> {
  const { body } = await engine.make({ url: origin.url + path })
  return (await readPicture(body)).at(600, 500)
}

describe('an address that', () => {
  test.each([
    ['resets the connection', '/reset', /closed the connection/],
    ['sends an empty response', '/empty', /empty response/],
    ['does not speak HTTP', '/not-http', /not valid HTTP/],
    ['redirects endlessly', '/redirect-loop', /too many times/],
    ['sends a download', '/download', /download instead/],
    ['sends a type that no browser shows', '/archive', /download instead/],
    ['sends no content', '/no-content', /no content/],
  ])('%s fails with NavigationError', async (_, path, message) => {
    await expect(engine.make({ url: origin.url + path })).rejects.toMatchObject({
      name: 'RenderError',
      code: 'NavigationError',
      message: expect.stringMatching(message),
    })
  })

  test('has scheme https but no TLS fails with NavigationError', async () => {
    const url = origin.url.replace('http:', 'https:')
    await expect(engine.make({ url })).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/TLS connection/),
    })
  })

  test('redirects to a file: address fails with NavigationError', async () => {
    await using server = await listenOn(ORIGIN_HOST, (_, res) =>
      res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    await expect(engine.make({ url: server.url })).rejects.toMatchObject({ code: 'NavigationError' })
  })

  test('has an unknown host name fails with URLDoesNotResolveError', async () => {
    await expect(engine.make({ url: 'http://nobody.invalid/' })).rejects.toMatchObject({
      code: 'URLDoesNotResolveError',
    })
  })

  test.each(['file:///etc/passwd', 'chrome://version', 'data:text/html,x', 'view-source:http://a.test'])(
    'is neither http nor https fails with InvalidURLError: %s',
    async (url) => {
      await expect(engine.make({ url })).rejects.toMatchObject({ code: 'InvalidURLError' })
    },
  )

  test('never ends its response fails with RenderTimeoutError', async () => {
    await expect(
      engine.make({ url: `${origin.url}/never-ends`, timeout: SHORT_TIMEOUT_MS }),
    ).rejects.toMatchObject({
      code: 'RenderTimeoutError',
    })
  })

  test('sends an error status is rendered', async () => {
    const missing = await engine.make({ url: `${origin.url}/status-404` })
    expect(missing.response).toEqual({ statusCode: 404, statusCodeInitial: 404 })
    expect((await readPicture(missing.body)).at(600, 500)).toBe(GREEN)
    const broken = await engine.make({ url: `${origin.url}/status-500` })
    expect(broken.response).toEqual({ statusCode: 500, statusCodeInitial: 500 })
    expect((await readPicture(broken.body)).at(600, 500)).toBe(BLUE)
  })

  test('sends an error status without a body is rendered as an empty page', async () => {
    const { response, body } = await engine.make({ url: `${origin.url}/there-is-nothing` })
    expect(response).toEqual({ statusCode: 404, statusCodeInitial: 404 })
    expect((await readPicture(body)).at(600, 500)).toBe('#ffffff')
  })

  test('redirects is followed, and the result has both statuses', async () => {
    const { response } = await engine.make({ url: `${origin.url}/redirect` })
    expect(response).toEqual({ statusCode: 200, statusCodeInitial: 302 })
  })
})

describe('a page that', () => {
  test('redirects by script is followed', async () => {
    await using server = await listenOn(ORIGIN_HOST, (req, res) => {
      res.setHeader('content-type', 'text/html')
      if (req.url === '/there') res.end(page('body { background: #0f0 }'))
      else res.end(page('body { background: #f00 }', "<script>location = '/there'</script>"))
    })
    const { body } = await engine.make({ url: server.url })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  })

  test('navigates during the capture is rendered', async () => {
    await using server = await listenOn(ORIGIN_HOST, (req, res) => {
      res.setHeader('content-type', 'text/html')
      const leave = `<script>onload = () => setTimeout(() => { location = '/there' }, ${req.url!.slice(1)})</script>`
      res.end(page('body { background: #0f0 }', req.url === '/there' ? '' : leave))
    })
    const delays = isNightly ? [0, 10, 20, 30, 40, 50, 60, 70] : [0, 10, 40, 70]
    for (const [round, delay] of delays.entries()) {
      const selector = round % 2 ? 'body' : undefined
      const options = { url: `${server.url}/${delay}`, selector, skip_final_delay: true }
      expect((await engine.make(options)).width).toBe(VIEWPORT.width)
    }
  })

  test.each<[string, GivenOptions]>([
    ['without Playwright', {}],
    ['by Playwright', { tz: 'Asia/Tokyo' }],
  ])('rewrites itself endlessly is rendered, %s', async (_, options) => {
    const markup = page('body { background: #0f0 }', '<p>text</p>')
    const script = `setInterval(() => { document.open(); document.write(${JSON.stringify(markup)}); document.close() }, 5)`
    await using site = await listenOn(ORIGIN_HOST, (_, res) => {
      res.setHeader('content-type', 'text/html').end(page('', `<script>${script}</script>`))
    })
    const { body } = await engine.make({ url: site.url, timeout: 15_000, ...options })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  })

  test('shows dialogs is rendered without delay', async () => {
    expect(await colourOf('/alerts')).toBe(GREEN)
  })

  test('opens windows is rendered', async () => {
    const script =
      "for (let i = 0; i < 5; i++) window.open('/red?' + i); document.body.style.background = '#0f0'"
    const { body } = await engine.make({ url: origin.url, html: page('', `<script>${script}</script>`) })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  })

  const WAITS = ['loaded', 'domloaded', 'requestsfinished'] as const
  const ONCE_LOADED = isNightly ? WAITS : WAITS.slice(0, 1)
  test.each([
    [
      'starts downloads',
      "<a href='/red' download></a>",
      'onload = () => document.links[0].click()',
      ONCE_LOADED,
    ],
    ['navigates to a download', '', "onload = () => { location = '/download' }", ONCE_LOADED],
    ['navigates to a download before it is loaded', '', "location = '/download'", WAITS],
    ['navigates to a response without content', '', "location = '/no-content'", ONCE_LOADED],
    ['has a download in a frame', '<iframe src="/download"></iframe>', '', ONCE_LOADED],
    ['stops its own load', '', 'stop()', WAITS],
  ] as const)('%s is rendered as it is', async (_, markup, script, waits) => {
    const html = page('body { background: #0f0 }', `${markup}<script>${script}</script>`)
    for (const wait_until of waits) {
      const { body } = await engine.make({ base_url: origin.url, html, wait_until, delay: 300 })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    }
  })

  test.each<[string, GivenOptions]>([
    ['with an address', { base_url: 'http://127.0.1.1:1/' }],
    ['without one', {}],
  ])('stops its own load, %s, is not waited for because of requests', async (_, options) => {
    const html = page('body { background: #0f0 }', '<script>stop()</script>')
    const { body, trace } = await engine.make({ html, ...options })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    expect(trace.find(({ stage }) => stage === 'settle-page')!.waitedFor).not.toContain('requests')
  })

  test('stops its own load before it has a body is rendered as an empty page', async () => {
    const html = '<!doctype html><title>x</title><script>stop()</script><p>never'
    const { body } = await engine.make({ base_url: origin.url, html, timeout: 5000 })
    expect((await readPicture(body)).at(600, 500)).toBe('#ffffff')
  })

  test.each<[string, string, GivenOptions]>([
    ['when it is clicked', '', { click: ['a'] }],
    ["by the caller's script", '', { js: 'document.links[0].click()' }],
    ['by itself', 'onload = () => document.links[0].click()', { wait_to_leave: 'a' }],
  ])('navigates to an address that fails, %s, gets a warning', async (_, script, options) => {
    const html = page('', `<a href="${CLOSED_URL}">x</a><script>${script}</script>`)
    const { warnings } = await engine.make({ base_url: origin.url, html, ...options })
    expect(warnings).toEqual([expect.stringContaining('error page')])
  })

  test.each<[string, GivenOptions]>([
    ['by a click', { click: ['a'] }],
    ['by a click into an idle network', { click: ['a'], wait_until: 'requestsfinished' }],
    ["by the caller's script", { js: 'document.links[0].click()' }],
    ['by a click at a point', { click_at: '50,20' }],
  ])('leads, %s, to a page that never loads is captured there with a warning', async (_, options) => {
    await using site = await startUnfinishedSite()
    const given = { url: site.url, timeout: 5000, ...options }
    const { body, warnings } = await engine.make(given)
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    expect(warnings).toEqual([expect.stringContaining('that an action opened was not loaded')])
    if (options.wait_until) return
    const early = await engine.make({ ...given, wait_until: 'domloaded' })
    expect([(await readPicture(early.body)).at(600, 500), early.warnings]).toEqual([GREEN, []])
  })

  test('closes itself fails with NavigationError, not BrowserCrashed', async () => {
    const closing = engine.make({ html: page('', '<script>window.close()</script>'), delay: 1000 })
    await expect(closing).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/closed itself/),
    })
  })
})

test('pages that loop or hang endlessly fail with RenderTimeoutError, and no other render in their browser fails', async () => {
  await using site = await startHeldSite(page('body { background: #0f0 }', APPEND_ON_RESPONSE))
  const neighbour = engine.make({ url: site.url, wait_for: 'u', fail_if_selector_missing: true })
  await site.requested
  const pushes = page('', "<script>for (let i = 0; ; i++) history.pushState(0, '', '?' + i)</script>")
  const hanging = [
    { url: `${origin.url}/hangs-forever` },
    { url: `${origin.url}/hangs-after-load` },
    { url: origin.url, html: pushes },
  ]
  await Promise.all(
    hanging.map((options) =>
      expect(engine.make({ ...options, timeout: SHORT_TIMEOUT_MS })).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      }),
    ),
  )
  site.release()
  expect((await readPicture((await neighbour).body)).at(600, 500)).toBe(GREEN)
  expect(await colourOf('/green')).toBe(GREEN)
})
