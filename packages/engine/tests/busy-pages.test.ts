import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { HANG, readPicture, startOrigin, type Origin } from '@render/testkit'
import { createScratch } from '../src/index.ts'
import { SHORT_TIMEOUT_MS, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

/** The page's time limit with both grace periods is about 5 s; an attempt may take two minutes. */
const LONG_MS = 40_000

test('pages that hang after their load fail soon after their time limit in every kind of capture', async () => {
  const start = performance.now()
  const url = `${origin.url}/hangs-after-load`
  const captures = [{}, { full_page: true }, { selector: 'body' }]
  const renders = captures.map((options) => engine.make({ url, timeout: SHORT_TIMEOUT_MS, ...options }))
  for (const ended of await Promise.allSettled(renders))
    expect(ended).toMatchObject({
      status: 'rejected',
      reason: { code: 'RenderTimeoutError', details: [{ option: 'timeout' }] },
    })
  expect(performance.now() - start).toBeLessThan(LONG_MS)
  const { body } = await engine.make({ url: `${origin.url}/green` })
  expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
})

test('PDFs that take long to draw delay the next page hardly', async () => {
  using folder = createFolder()
  // A program is ended after 20 s. Without an early end of their turns the next page would be drawn after 30 s.
  writeFileSync(join(folder.path, 'pdftocairo'), '#!/bin/sh\nexec sleep 60', { mode: 0o755 })
  const environment = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` }
  await using busy = await startTestEngine({ captures: 1, environment })
  const ended: string[] = []
  const drawing = Array.from({ length: 3 }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onStage = (name: string): void => void (name === 'show-loaded-pdf' && resolve())
    busy
      .make({ url: `${origin.url}/document.pdf` }, { organisation: 'slow', onStage })
      .catch(() => void ended.push('slow'))
    return promise
  })
  await Promise.all(drawing)
  await busy.make({ url: `${origin.url}/green` })
  ended.push('green')
  expect(ended).toEqual(['green'])
})

const hanging = {
  drawn: ['take-picture', `requestAnimationFrame(() => { ${HANG} })`, {}],
  printed: ['print-page', `onbeforeprint = () => { ${HANG} }`, { format: 'pdf' }],
} as const

test.each(Object.entries(hanging))(
  'pages that hang when they are %s delay the next page hardly',
  async (_, [stage, script, options]) => {
    // Without an early end of their turns the next page would be the third, after those pages have timed out.
    await using busy = await startTestEngine({ captures: 1 })
    const page = { html: `<script>${script}</script>`, base_url: origin.url, timeout: 90_000 }
    const ended: string[] = []
    const capturing = Array.from({ length: 2 }, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const onStage = (name: string): void => void (name === stage && resolve())
      const rendering = busy.make({ ...page, ...options }, { organisation: 'hanging', onStage })
      rendering.catch(() => void ended.push('hanging'))
      return promise
    })
    await Promise.all(capturing)
    await using scratch = createScratch({ quotaBytes: 1_000_000 })
    await busy.make({ url: `${origin.url}/green`, ...options }, { scratch })
    ended.push('green')
    expect(ended).toEqual(['green'])
  },
)

/** Creates a folder that the programs' user may read. */
function createFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'programs-'))
  chmodSync(path, 0o755)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}
