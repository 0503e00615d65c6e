import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPicture, startOrigin, type Origin } from '@render/testkit'
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
  const { body } = await engine.make({ url: `${origin.url}/start`, html, delay: 1000 })
  expect((await readPicture(body)).at(600, 500)).toBe('#ff0000')
})

test('storage, caches and workers of one render are not there in the next', async () => {
  const script = `
    const left = localStorage.mark ?? (await caches.keys())[0] ?? (await indexedDB.databases())[0]
    localStorage.mark = 'x'
    indexedDB.open('x')
    document.body.style.background = left ? '#f00' : '#0f0'`
  const html = page('', `<script type="module">${script}</script>`)
  const url = origin.url.replace('127.0.1.1', 'localhost')
  for (let round = 0; round < 3; round++) {
    const { body } = await engine.make({ url, html, delay: 200 })
    expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
  }
})

test('what kills the browser of one organisation leaves those of others alone', async () => {
  await using engine = await startTestEngine()
  const kept = engine.make({ html: 'a', delay: 4000 }, { organisation: 'kept' })
  // Whoever comes takes the warm browser, and another one is warmed: the second is for the second.
  while (engine.browsers().length < 2) await sleep(20)
  const hit = engine.make({ html: 'b', delay: 4000 }, { organisation: 'hit' })
  const failed = expect(hit).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash' })
  while (engine.browsers().length < 3) await sleep(20)
  await sleep(500)
  process.kill(engine.browsers()[1]!, 'SIGKILL')
  await failed
  expect((await kept).width).toBe(1280)
})
