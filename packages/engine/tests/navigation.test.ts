import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createServer } from 'node:net'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, startOrigin, type Origin } from '@render/testkit'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine({ attemptTimeoutMs: 60_000 }), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

const GREEN = '#00ff00'
const BLUE = '#0000ff'

async function colourOf(path: string): Promise<string> {
  const { body } = await engine.make({ url: origin.url + path })
  return (await readPicture(body)).at(600, 500)
}

describe('an address that', () => {
  test.each([
    ['resets the connection', '/reset', /closed the connection/],
    ['answers nothing', '/empty', /answered nothing/],
    ['answers no HTTP', '/not-http', /not valid HTTP/],
    ['redirects for ever', '/redirect-loop', /too many times/],
    ['answers a download', '/download', /download instead/],
    ['answers what no browser shows', '/archive', /download instead/],
    ['answers no content', '/no-content', /no content/],
  ])('%s is a NavigationError', async (_, path, message) => {
    await expect(engine.make({ url: origin.url + path })).rejects.toMatchObject({
      name: 'RenderError',
      code: 'NavigationError',
      message: expect.stringMatching(message),
    })
  })

  test('refuses the connection is a NavigationError', async () => {
    const url = `http://${ORIGIN_HOST}:${await closedPort()}/`
    await expect(engine.make({ url })).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/refused/),
    })
  })

  test('speaks no TLS where it should is a NavigationError', async () => {
    const url = origin.url.replace('http:', 'https:')
    await expect(engine.make({ url })).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/secure connection/),
    })
  })

  test('leads to a file is a NavigationError', async () => {
    await using server = await listenOn(ORIGIN_HOST, (_, res) =>
      res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    await expect(engine.make({ url: server.url })).rejects.toMatchObject({ code: 'NavigationError' })
  })

  test('has a name nobody knows is a URLDoesNotResolveError', async () => {
    await expect(engine.make({ url: 'http://nobody.invalid/' })).rejects.toMatchObject({
      code: 'URLDoesNotResolveError',
    })
  })

  test.each(['file:///etc/passwd', 'chrome://version', 'data:text/html,x', 'view-source:http://a.test'])(
    'is no web address is an InvalidURLError: %s',
    async (url) => {
      await expect(engine.make({ url })).rejects.toMatchObject({ code: 'InvalidURLError' })
    },
  )

  test('never ends its answer is a RenderTimeoutError', async () => {
    await expect(engine.make({ url: `${origin.url}/never-ends`, timeout: 5000 })).rejects.toMatchObject({
      code: 'RenderTimeoutError',
    })
  })

  test('answers an error status is rendered', async () => {
    const missing = await engine.make({ url: `${origin.url}/status-404` })
    expect(missing.response).toEqual({ statusCode: 404, statusCodeInitial: 404 })
    expect((await readPicture(missing.body)).at(600, 500)).toBe(GREEN)
    const broken = await engine.make({ url: `${origin.url}/status-500` })
    expect(broken.response).toEqual({ statusCode: 500, statusCodeInitial: 500 })
    expect((await readPicture(broken.body)).at(600, 500)).toBe(BLUE)
  })

  test('answers an error status without a body is rendered empty', async () => {
    const { response, body } = await engine.make({ url: `${origin.url}/there-is-nothing` })
    expect(response).toEqual({ statusCode: 404, statusCodeInitial: 404 })
    expect((await readPicture(body)).at(600, 500)).toBe('#ffffff')
  })

  test('redirects is followed, and both statuses are told', async () => {
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

  test('moves on while it is captured is rendered all the same', async () => {
    await using server = await listenOn(ORIGIN_HOST, (req, res) => {
      res.setHeader('content-type', 'text/html')
      const refresh = '<meta http-equiv="refresh" content="0; url=/there">'
      res.end(page('body { background: #0f0 }', req.url === '/there' ? '' : refresh))
    })
    for (let round = 0; round < 8; round++) {
      const selector = round % 2 ? 'body' : undefined
      expect((await engine.make({ url: server.url, selector })).width).toBe(1280)
    }
  })

  test('shows dialogs is not held up by them', async () => {
    expect(await colourOf('/alerts')).toBe(GREEN)
  })

  test('opens windows has them closed', async () => {
    const script =
      "for (let i = 0; i < 5; i++) window.open('/red?' + i); document.body.style.background = '#0f0'"
    const { body } = await engine.make({ url: origin.url, html: page('', `<script>${script}</script>`) })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  })

  test.each([
    ['starts downloads', "<a href='/red' download></a>", 'onload = () => document.links[0].click()'],
    ['goes to a download', '', "onload = () => { location = '/download' }"],
    ['goes to a download before it is there', '', "location = '/download'"],
    ['goes where nothing is answered', '', "location = '/no-content'"],
    ['has a download in a frame', '<iframe src="/download"></iframe>', ''],
    ['stops its own load', '', 'stop()'],
  ])('%s is rendered as it is', async (_, markup, script) => {
    const html = page('body { background: #0f0 }', `${markup}<script>${script}</script>`)
    for (const wait_until of ['loaded', 'domloaded', 'requestsfinished'] as const) {
      const { body } = await engine.make({ base_url: origin.url, html, wait_until, delay: 300 })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    }
  })

  test.each<[string, GivenOptions]>([
    ['with an address', { base_url: 'http://127.0.1.1:1/' }],
    ['without one', {}],
  ])('stops its own load, %s, keeps nobody waiting', async (_, options) => {
    const html = page('body { background: #0f0 }', '<script>stop()</script>')
    const { body, trace } = await engine.make({ html, ...options })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    expect(trace.find(({ stage }) => stage === 'settle-page')!.waitedFor).not.toContain('requests')
  })

  test('stops its own load before it has a body is empty', async () => {
    const html = '<!doctype html><title>x</title><script>stop()</script><p>never'
    const { body } = await engine.make({ base_url: origin.url, html, timeout: 5000 })
    expect((await readPicture(body)).at(600, 500)).toBe('#ffffff')
  })

  test.each<[string, string, GivenOptions]>([
    ['as it is clicked', '', { click: ['a'] }],
    ['as a script says', '', { js: 'document.links[0].click()' }],
    ['by itself', 'onload = () => document.links[0].click()', { wait_to_leave: 'a' }],
  ])('leaves for an address that fails %s is told of', async (_, script, options) => {
    const html = page(
      '',
      `<a href="http://${ORIGIN_HOST}:${await closedPort()}">x</a><script>${script}</script>`,
    )
    const { warnings } = await engine.make({ base_url: origin.url, html, ...options })
    expect(warnings).toEqual([expect.stringContaining("browser's own page")])
  })

  test('closes itself is a NavigationError, not a death', async () => {
    const closing = engine.make({ html: page('', '<script>window.close()</script>'), delay: 1000 })
    await expect(closing).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/closed itself/),
    })
  })
})

describe('a page that loops for ever', () => {
  test.each(['/loops-forever', '/loops-after-load'])(
    'is a RenderTimeoutError, and the next is fine: %s',
    async (path) => {
      await expect(engine.make({ url: origin.url + path, timeout: 5000 })).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      })
      expect(await colourOf('/green')).toBe(GREEN)
    },
  )

  test('does not take the browser from its neighbours', async () => {
    const earlier = engine.events.length
    // Longer than a page gets to close before its browser is given up.
    const neighbour = engine.make({ url: `${origin.url}/green`, delay: 12_000 })
    const pushes = page('', "<script>for (let i = 0; ; i++) history.pushState(0, '', '?' + i)</script>")
    const stuck = [{ url: `${origin.url}/loops-forever` }, { url: origin.url, html: pushes }]
    await Promise.all(
      stuck.map((options) =>
        expect(engine.make({ ...options, timeout: 5000 })).rejects.toMatchObject({
          code: 'RenderTimeoutError',
        }),
      ),
    )
    expect((await readPicture((await neighbour).body)).at(600, 500)).toBe(GREEN)
    // It takes no other renders, and ends when those in it are done; it is not killed.
    const killed = expect.objectContaining({ event: 'browser ended', reason: 'hang' })
    expect(engine.events.slice(earlier)).not.toContainEqual(killed)
  })
})

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, ORIGIN_HOST, resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
