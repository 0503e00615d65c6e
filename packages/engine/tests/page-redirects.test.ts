import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GivenOptions } from '@render/options'
import { listenOn, makePdf, ORIGIN_HOST, readPicture } from '@render/testkit'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

const GREEN = '#00ff00'
const RED = '#ff0000'
const BLUE = '#0000ff'
const HERE = page('html { background: #f00 }')
const THERE = page('html { background: #0f0 }')

/** The referrers of requests of the PDF. */
const referers: (string | undefined)[] = []

const PAINT_GREEN_BLUE = `
  const { style } = document.documentElement
  if (getComputedStyle(document.documentElement).backgroundColor === 'rgb(0, 255, 0)') style.background = '#00f'`

/** The answers of the origin by path; others are pages that redirect to the rest of their path. */
const ANSWERS: Record<string, (res: ServerResponse, req: IncomingMessage) => void> = {
  '/there': (res) => void res.end(THERE),
  '/slow': (res) => void setTimeout(() => res.end(THERE), 400),
  '/never': () => undefined,
  '/missing': (res) => void res.writeHead(404).end(THERE),
  '/nothing': (res) => void res.writeHead(204).end(),
  '/file': (res) =>
    void res
      .setHeader('content-type', 'application/zip')
      .setHeader('content-disposition', 'attachment')
      .end('x'),
  '/to-file': (res) => void res.writeHead(302, { location: '/file' }).end(),
  '/empty': (res) => void res.writeHead(404).end(),
  '/stopped': (res) => void res.end('<!doctype html><script>stop()</script>'),
  '/dashboard': (res) => void res.setHeader('refresh', '1; url=/dashboard#now').end(HERE),
  '/again': (res) => void res.end(`${HERE}<script>onload = () => location.reload()</script>`),
  '/by-header': (res) => void res.setHeader('refresh', '0; url=/there').end(HERE),
  '/by-post': (res) =>
    void res.end(
      `${HERE}<form method="post" action="/posted"></form><script>onload = () => document.forms[0].submit()</script>`,
    ),
  '/taken-back': (res) =>
    void res.end(`${HERE}<script>onload = () => { location = '/never'; stop() }</script>`),
  '/early': (res) => void res.end(`${HERE}<script>location = '/slow'</script>`),
  '/pdf': (res, { headers }) => {
    referers.push(headers.referer)
    res.setHeader('content-type', 'application/pdf').end(makePdf(600, 800))
  },
  '/posted': (res, { method }) => void res.end(method === 'POST' ? THERE : HERE),
}

const byScript = (to: string): string => `${HERE}<script>onload = () => { location = '${to}' }</script>`

/** A page that is reached by redirects of different kinds. */
const hops = (left: number): string => {
  if (left === 0) return THERE
  const to = `/hops?left=${left - 1}`
  return left % 2 ? `${HERE}<meta http-equiv="refresh" content="0; url=${to}">` : byScript(to)
}

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await shareTestEngine()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    res.setHeader('content-type', 'text/html')
    const { pathname, searchParams } = new URL(req.url!, 'http://origin')
    const answer = ANSWERS[pathname]
    if (answer) answer(res, req)
    else if (pathname === '/script') res.end(byScript(searchParams.get('to')!))
    else if (pathname === '/hops') res.end(hops(Number(searchParams.get('left'))))
    else res.end(`${HERE}<meta http-equiv="refresh" content="${searchParams.get('in')}; url=/there">`)
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

async function render(path: string, options: GivenOptions = {}) {
  const made = await engine.make({ url: origin.url + path, ...options })
  return { ...made, colour: (await readPicture(made.body)).at(600, 500) }
}

describe('a page that redirects when it is loaded', () => {
  test.each([
    ['by a script', '/script?to=/there'],
    ['by a script, to a page that takes a while', '/script?to=/slow'],
    ['by a script, to a page that redirects too', '/script?to=/script%3Fto%3D/slow'],
    ['by its markup', '/refresh?in=0'],
    ['by its markup, after a second', '/refresh?in=1'],
    ['by its headers', '/by-header'],
    ['by a form', '/by-post'],
    ['five times', '/hops?left=5'],
  ])('%s is followed before anything is done to it', async (_, path) => {
    const { colour, response, warnings } = await render(path, {
      js: PAINT_GREEN_BLUE,
      skip_final_delay: true,
    })
    expect(colour).toBe(BLUE)
    expect(response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    expect(warnings).toEqual([])
  })

  test('is followed by every wait', async () => {
    for (const wait_until of ['domloaded', 'mostrequestsfinished', 'requestsfinished'] as const)
      expect([wait_until, (await render('/early', { wait_until })).colour]).toEqual([wait_until, GREEN])
  })

  test('has the status of the page that is shown', async () => {
    const { response } = await render('/script?to=/missing')
    expect(response).toEqual({ statusCode: 404, statusCodeInitial: 200 })
    await expect(render('/script?to=/missing', { fail_on_4xx: true })).rejects.toMatchObject({
      code: 'RenderFailedError',
    })
  })

  test('has the status of an answer without a body', async () => {
    const { response } = await render('/script?to=/empty')
    expect(response).toEqual({ statusCode: 404, statusCodeInitial: 200 })
  })

  test('to a page that stops its own load is rendered', async () => {
    expect((await render('/script?to=/stopped')).colour).toBe('#ffffff')
  })

  test('to itself after a second, to show what is new, is not waited for', async () => {
    const js = "if (location.hash === '') document.documentElement.style.background = '#00f'"
    const colours: string[] = []
    // After a wait the page has always refreshed itself; without one, only on a busy machine.
    while (colours.length < 3 && colours.at(-1) !== BLUE)
      colours.push((await render('/dashboard', { js, skip_final_delay: true })).colour)
    expect(colours.at(-1)).toBe(BLUE)
  })

  test.each(['/nothing', '/file', '/to-file', 'mailto:a@example.com', 'app://open', '%23part'])(
    'to %s, which is not a page, stays as it is',
    async (to) => {
      const { colour, response } = await render(`/script?to=${to}`)
      expect(colour).toBe(RED)
      expect(response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    },
  )

  test('in a minute is captured as it is, without the wait', async () => {
    const start = performance.now()
    expect((await render('/refresh?in=60')).colour).toBe(RED)
    expect(performance.now() - start).toBeLessThan(40_000)
  })

  test('but cancels the redirect is captured as it is, without the wait', async () => {
    const { colour, warnings, trace } = await render('/taken-back')
    expect([colour, warnings]).toEqual([RED, []])
    expect(trace.find(({ stage }) => stage === 'load-page')!.ms).toBeLessThan(10_000)
  })

  test('to itself without end is rendered', async () => {
    expect((await render('/again')).width).toBeGreaterThan(0)
  })

  test('to a URL that does not answer stays as it is, with a warning', async () => {
    const { colour, warnings } = await render('/script?to=/never', { timeout: 5000 })
    expect(colour).toBe(RED)
    expect(warnings).toEqual([expect.stringContaining('redirects to a URL that did not answer in time')])
  })

  test('to a URL that cannot be loaded fails with the reason', async () => {
    await expect(render('/script?to=http://10.0.0.1/')).rejects.toMatchObject({
      code: 'URLDoesNotResolveError',
    })
  })

  test('from the markup of the caller to a URL that cannot be loaded is rendered with a warning', async () => {
    const { warnings } = await engine.make({ url: origin.url, html: byScript('http://10.0.0.1/') })
    expect(warnings).toEqual([expect.stringContaining('error page')])
  })

  test('to a PDF is rendered as that', async () => {
    const { colour } = await render('/script?to=/pdf')
    expect(colour).toBe(GREEN)
    expect(referers).toEqual([expect.any(String), undefined])
  })
})
