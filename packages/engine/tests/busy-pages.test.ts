import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readPicture, startOrigin, type Origin } from '@render/testkit'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

/** The page's own time, its grace and that of its pixels come to some 8 s; an attempt may take two minutes. */
const LONG_MS = 40_000

test('pages that loop once they are loaded end soon after their own time, however they are captured', async () => {
  const start = performance.now()
  const url = `${origin.url}/loops-after-load`
  const captures = [{}, { full_page: true }, { selector: 'body' }]
  const renders = captures.map((options) => engine.make({ url, timeout: 5000, ...options }))
  for (const ended of await Promise.allSettled(renders))
    expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'RenderTimeoutError' } })
  expect(performance.now() - start).toBeLessThan(LONG_MS)
  const { body } = await engine.make({ url: `${origin.url}/green` })
  expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
})
