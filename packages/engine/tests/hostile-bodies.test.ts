import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenOn, nightly, ORIGIN_HOST } from '@render/testkit'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip, createZstdCompress, constants } from 'node:zlib'
import { pictureWith, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'

const gzip = () => createGzip({ level: 1 })
const brotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** Encoders, by content encoding. Little is sent, and it decodes to an endless body. */
const encodings: Record<string, () => Duplex[]> = {
  identity: () => [],
  gzip: () => [gzip()],
  zstd: () => [zstd()],
  ...nightly({ br: () => [brotli()], 'gzip, gzip': () => [gzip(), gzip()] }),
}

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = await startSiege()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const encoding = decodeURIComponent(req.url!.slice(1))
    res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
    pipeline([Readable.from(endless()), ...encodings[encoding]!(), res]).catch(() => undefined)
  })
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

function* endless() {
  const part = Buffer.alloc(256 * 1024, 'nothing to see ')
  yield Buffer.from('<!doctype html><p>x<script type="text/plain">')
  for (;;) yield part
}

const cut = pictureWith('a response of the page exceeded the limit of')
// An uncompressed body also reaches the network limit, unless the browser stops it earlier.
const cutByEither: Outcome = {
  ended: {
    status: 'fulfilled',
    value: { warnings: expect.arrayContaining([expect.stringMatching(/exceeded the limit of \d+ bytes/)]) },
  },
}

test.each(Object.keys(encodings))('an endless page with encoding %s is cut off', (encoding) => {
  const url = `${origin.url}/${encodeURIComponent(encoding)}`
  return outlive(siege, [{ url }, encoding === 'identity' ? cutByEither : cut])
})
