import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { gzipSync } from 'node:zlib'
import { BrowserDied } from '../src/index.ts'
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
  message: expect.stringMatching(/^"watermark" must be the address of a picture/),
}
/** The browser draws these until the time or the memory of the render is used up. */
const drawn = { message: expect.stringMatching(/^"watermark" must be|memory limit/) }

const bombs: Record<string, [body: Buffer, error: object]> = {
  'compressed elements': [gzipSync(elements), refused],
  'compressed uses of uses': [gzipSync(laughing), refused],
  'elements behind the signature of a picture': [Buffer.from(`<!--ftypavif-->${elements}`), drawn],
  'uses of uses': [Buffer.from(laughing), drawn],
  'uses of uses behind blanks': [Buffer.from(`${' '.repeat(2000)}${laughing}`), drawn],
  'uses of uses in UTF-16': [Buffer.from(`\ufeff${laughing}`, 'utf16le'), drawn],
}

/** The time limit of drawing a watermark. */
const DRAW_MS = 2000
/** A render with a bomb takes at most this many times as long as another one at the same time, and the time limit twice. */
const TIMES_PLAIN = 10

async function timed(options: object, organisation?: string): Promise<number> {
  const beganMs = performance.now()
  await siege.engine.make({ html: page('html { background: #0f0 }'), ...options }, { organisation })
  return performance.now() - beganMs
}

test.each(Object.entries(bombs))('a watermark of %s ends early', async (_, [body, error]) => {
  const watermark = `data:image/svg+xml;base64,${body.toString('base64')}`
  const beganMs = performance.now()
  const beside = timed({ watermark: 'Draft' }, 'somebody else')
  const failure = await timed({ watermark }).catch((failure: unknown) => failure)
  const bombMs = performance.now() - beganMs
  expect(failure).toMatchObject(error)
  if (failure instanceof BrowserDied) siege.kills.push(failure.reason)
  expect(bombMs).toBeLessThan(2 * DRAW_MS + TIMES_PLAIN * (await beside))
})
