import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { gzipSync } from 'node:zlib'
import { nightly } from '@render/testkit'
import { BrowserCrashed } from '../src/index.ts'
import { USES_OF_USES } from './hostile/endless-drawings.ts'
import { leaveNothing, startSiege, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
beforeAll(async () => {
  siege = await startSiege()
})
afterAll(() => leaveNothing(siege))

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90">${body}</svg>`
const laughing = svg(USES_OF_USES)
/** Some 100 kB compressed; the library that reads the headers of pictures would take minutes. */
const elements = svg('<text>x</text>'.repeat(900_000))

const refused = {
  code: 'InvalidOptions',
  message: expect.stringMatching(/^"watermark" must be the URL of an image/),
}
/** The browser draws these until the time or the memory of the render is used up. */
const drawn = { message: expect.stringMatching(/^"watermark" must be|memory limit/) }

const bombs: Record<string, [body: Buffer, error: object]> = {
  'compressed elements': [gzipSync(elements), refused],
  'compressed uses of uses': [gzipSync(laughing), refused],
  'elements behind the signature of a picture': [Buffer.from(`<!--ftypavif-->${elements}`), drawn],
  'uses of uses': [Buffer.from(laughing), drawn],
  ...nightly<[Buffer, object]>({
    'uses of uses behind blanks': [Buffer.from(`${' '.repeat(2000)}${laughing}`), drawn],
    'uses of uses in UTF-16': [Buffer.from(`\ufeff${laughing}`, 'utf16le'), drawn],
  }),
}

/** The time that drawing a watermark may add to a render. A busy machine may add `NOISE_MS` to it. */
const BOUND_MS = 2000
const NOISE_MS = 1500
/** On a busy machine the engine gives a drawing this many times the time that a blank page takes to open. */
const TIMES_OPENING = 20

/** Returns how long a render takes, and how long its watermark, for which a blank page is opened. */
async function timed(options: object, organisation?: string): Promise<{ ms: number; markMs: number }> {
  const began = performance.now()
  const html = page('html { background: #0f0 }')
  const { trace } = await siege.engine.make({ html, ...options }, { organisation })
  const { ms: markMs } = trace.find(({ stage }) => stage === 'add-watermark')!
  return { ms: performance.now() - began, markMs }
}

test.each(Object.entries(bombs))('a watermark of %s ends within two seconds', async (_, [body, error]) => {
  const plain = await timed({ watermark: 'Draft' })
  const watermark = `data:image/svg+xml;base64,${body.toString('base64')}`
  const began = performance.now()
  const bomb = timed({ watermark }).catch((failure: unknown) => failure)
  const beside = timed({ watermark: 'Draft' }, 'somebody else')
  const failure = await bomb
  const ms = performance.now() - began
  const markMs = Math.max(plain.markMs, (await beside).markMs)
  expect(ms).toBeLessThan(plain.ms + Math.max(BOUND_MS, TIMES_OPENING * markMs) + NOISE_MS)
  expect(failure).toMatchObject(error)
  if (failure instanceof BrowserCrashed) siege.kills.push(failure.reason)
})
