import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip, createZstdCompress, constants } from 'node:zlib'
import { leaveNothing, outlive, pictureWith, startBesieged } from './hostile/outlive.ts'
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

test.each(Object.keys(encodings))('a page without end, encoded as %s', (encoding) => {
  // What is not packed reaches the limit of the network first.
  const limit = encoding === 'identity' ? 'loaded more than' : 'A file of the page has more than'
  return outlive(engine, { url: `${origin.url}/${encodeURIComponent(encoding)}` }, pictureWith(limit))
})
