import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip, createZstdCompress, constants } from 'node:zlib'
import { leaveNothing, outlive, pictureWith, startBesieged, type Outcome } from './hostile/outlive.ts'
import type { TestEngine } from './test-engine.ts'

const gzip = () => createGzip({ level: 1 })
const brotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** What is sent is little, and becomes as much as is taken. */
const encodings: Record<string, () => Duplex[]> = {
  identity: () => [],
  gzip: () => [gzip()],
  br: () => [brotli()],
  zstd: () => [zstd()],
  'gzip, gzip': () => [gzip(), gzip()],
}

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await startBesieged()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const encoding = decodeURIComponent(req.url!.slice(1))
    res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
    pipeline([Readable.from(endless()), ...encodings[encoding]!(), res]).catch(() => undefined)
  })
})
afterAll(async () => {
  await leaveNothing(engine)
  await origin[Symbol.asyncDispose]()
})

function* endless() {
  const part = Buffer.alloc(256 * 1024, 'nothing to see ')
  yield Buffer.from('<!doctype html><p>x<script type="text/plain">')
  for (;;) yield part
}

const cut = pictureWith('A file of the page has more than')
// What is not packed reaches the limit of the network too, unless the browser stops it in time.
const cutByEither: Outcome = {
  status: 'fulfilled',
  value: { warnings: expect.arrayContaining([expect.stringMatching(/ more than \d+ bytes: it /)]) },
}

test.each(Object.keys(encodings))('a page without end, encoded as %s', (encoding) =>
  outlive(
    engine,
    { url: `${origin.url}/${encodeURIComponent(encoding)}` },
    encoding === 'identity' ? cutByEither : cut,
  ),
)
