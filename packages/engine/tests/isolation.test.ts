import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  listenOn,
  MARKS_ANSWER,
  type Origin,
  ORIGIN_HOST,
  readPicture,
  startHeldSite,
  startOrigin,
} from '@render/testkit'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

const GREEN = '#00ff00'

test('cookies of one render are not there in the next', async () => {
  await engine.make({ url: `${origin.url}/sets-cookie` })
  const { body } = await engine.make({ url: `${origin.url}/reads-cookie` })
  expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
})

test('a cookie is there within a render', async () => {
  const html = page('', '<iframe src="/sets-cookie" onload="location = \'/reads-cookie\'"></iframe>')
  const { body } = await engine.make({ url: `${origin.url}/start`, html, wait_for_x: '//title' })
  expect((await readPicture(body)).at(600, 500)).toBe('#ff0000')
})

test('storage, caches and workers of one render are not there in the next', async () => {
  const script = `
    const left = localStorage.mark ?? (await caches.keys())[0] ?? (await indexedDB.databases())[0]
    localStorage.mark = 'x'
    indexedDB.open('x')
    document.body.style.background = left ? '#f00' : '#0f0'
    document.body.append(document.createElement('u'))`
  const html = page('', `<script type="module">${script}</script>`)
  const url = origin.url.replace('127.0.1.1', 'localhost')
  for (let round = 0; round < 3; round++) {
    const { body } = await engine.make({ url, html, wait_for: 'u' })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  }
})

test('a service worker and what was cached of one render are not there in the next, but in its own second load', async () => {
  // Red where a worker of before answers, or a cookie, a store or a cache holds something.
  const script = `
    const marked = document.cookie || localStorage.mark
    // At once: the second load may begin before the rest is done.
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
  const shown = async (reload: boolean) =>
    (await readPicture((await engine.make({ url: site.url, reload, wait_for: 'u' })).body)).at(600, 500)
  for (let round = 1; round <= 3; round++) {
    expect(await shown(false)).toBe(GREEN)
    expect(fetched).toBe(round)
  }
  expect(await shown(true)).toBe('#ff0000')
})

test('what kills the browser of one organisation leaves those of others alone', async () => {
  await using engine = await startTestEngine()
  await using site = await startHeldSite(page('', MARKS_ANSWER))
  const kept = engine.make({ url: site.url, wait_for: 'u' }, { organisation: 'kept' })
  // Whoever comes takes the warm browser, and another one is warmed: the second is for the second.
  while (engine.browsers().length < 2) await sleep(20)
  const { rendering: hit } = await engine.pausing({ html: 'b' }, { organisation: 'hit' })
  const failed = expect(hit).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash' })
  await site.asked
  process.kill(engine.browsers()[1]!, 'SIGKILL')
  await failed
  site.release()
  expect((await kept).width).toBe(1280)
})
