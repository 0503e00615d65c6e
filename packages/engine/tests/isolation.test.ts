import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  listenOn,
  APPEND_ON_RESPONSE,
  type Origin,
  ORIGIN_HOST,
  readPicture,
  startHeldSite,
  startOrigin,
} from '@render/testkit'
import { page, shareTestEngine, VIEWPORT, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([shareTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

const GREEN = '#00ff00'

test('cookies of one render are absent from the next', async () => {
  await engine.make({ url: `${origin.url}/sets-cookie` })
  const { body } = await engine.make({ url: `${origin.url}/reads-cookie` })
  expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
})

test('a cookie persists within a render', async () => {
  const html = page('', '<iframe src="/sets-cookie" onload="location = \'/reads-cookie\'"></iframe>')
  const { body } = await engine.make({ url: `${origin.url}/start`, html, wait_for_x: '//title' })
  expect((await readPicture(body)).at(600, 500)).toBe('#ff0000')
})

test('storage, caches and workers of one render are absent from the next', async () => {
  const script = `
    const left = localStorage.mark ?? (await caches.keys())[0] ?? (await indexedDB.databases())[0]
    localStorage.mark = 'x'
    indexedDB.open('x')
    document.body.style.background = left ? '#f00' : '#0f0'
    document.body.append(document.createElement('u'))`
  const html = page('', `<script type="module">${script}</script>`)
  const url = origin.url.replace('127.0.1.1', 'localhost')
  for (let round = 0; round < 2; round++) {
    const { body } = await engine.make({ url, html, wait_for: 'u' })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  }
})

test("a render's service worker and caches persist for its reload and are absent from the next render", async () => {
  // The page is red when an earlier worker answers, or a cookie, a store or a cache is not empty.
  const script = `
    const marked = document.cookie || localStorage.mark
    // The marks are set at once, because the second load may begin before the rest is done.
    document.cookie = localStorage.mark = 'mark=1'
    const left = marked || (await caches.keys())[0] || (await (await fetch('/who')).text()) === 'worker'
    await caches.open('mark')
    await fetch('/kept')
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
    document.body.style.background = left ? '#f00' : '#0f0'
    document.body.append(document.createElement('u'))`
  const answers: Record<string, [type: string, body: string]> = {
    '/': ['text/html', page('', `<script type="module">${script}</script>`)],
    '/who': ['text/plain', 'origin'],
    '/kept': ['text/plain', 'kept'],
    '/worker.js': [
      'text/javascript',
      `onactivate = (event) => event.waitUntil(clients.claim())
       onfetch = (event) => { if (event.request.url.endsWith('/who')) event.respondWith(new Response('worker')) }`,
    ],
  }
  let fetched = 0
  await using site = await listenOn(ORIGIN_HOST, ({ url = '' }, res) => {
    if (url === '/kept') fetched += 1
    const [type, body] = answers[url] ?? ['text/plain', '']
    res.setHeader('cache-control', url === '/kept' ? 'max-age=3600' : 'no-store')
    res.setHeader('content-type', type).end(body)
  })
  const colour = async (reload: boolean) =>
    (await readPicture((await engine.make({ url: site.url, reload, wait_for: 'u' })).body)).at(600, 500)
  for (let round = 1; round <= 2; round++) {
    expect(await colour(false)).toBe(GREEN)
    expect(fetched).toBe(round)
  }
  expect(await colour(true)).toBe('#ff0000')
})

test('killing the browser of one organisation does not affect the browsers of others', async () => {
  await using site = await startHeldSite(page('', APPEND_ON_RESPONSE))
  const kept = engine.make({ url: site.url, wait_for: 'u' }, { organisation: 'kept' })
  await site.requested
  const before = engine.browsers()
  const { rendering: hit } = await engine.pausing({ html: 'b' }, { organisation: 'hit' })
  const failed = expect(hit).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'crash' })
  const [browser, ...others] = engine.browsers().filter((pid) => !before.includes(pid))
  expect(others).toEqual([])
  process.kill(browser!, 'SIGKILL')
  await failed
  site.release()
  expect((await kept).width).toBe(VIEWPORT.width)
})
