// Creates pictures of few bytes that need much memory or time to decode.
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { crc32, createDeflate } from 'node:zlib'

/** Creates a black PNG with one bit per pixel. */
export async function widePng(width: number, height: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const ROWS = 1000
  const rows = Buffer.alloc(ROWS * (1 + Math.ceil(width / 8)))
  const deflated = Readable.from(Array.from({ length: height / ROWS }, () => rows)).pipe(createDeflate())
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', await buffer(deflated)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Creates a GIF of 1000 x 1000 pixels with `frames` frames, each of which draws one pixel. */
export function longGif(frames: number): Buffer {
  const side = [0xe8, 0x03]
  const colours = [0x00, 0xff, 0x00, 0xff, 0x00, 0x00]
  const head = [...Buffer.from('GIF89a'), ...side, ...side, 0x80, 0, 0, ...colours]
  const forEver = [0x21, 0xff, 0x0b, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const pause = [0x21, 0xf9, 4, 4, 1, 0, 0, 0]
  const pixel = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const frame = Buffer.from([...pause, ...pixel])
  return Buffer.concat([
    Buffer.from([...head, ...forEver]),
    Buffer.alloc(frame.length * frames, frame),
    Buffer.from([0x3b]),
  ])
}
