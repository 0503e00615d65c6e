import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pictureOf, type Picture } from '../pictures/picture.ts'

export interface Video {
  /** What ffprobe says of its only stream, such as `codec_name`. */
  stream: Readonly<Record<string, string | number>>
  /** Bits a second. */
  bitRate: number
  durationMs: number
  frames: Picture[]
  /** The top-level parts of the file in their order: boxes of mp4, elements of webm. */
  parts: string[]
}

interface Probed {
  streams: Record<string, string | number>[]
  format: { duration: string; bit_rate: string }
}

const run = promisify(execFile)
const MAX_BYTES = 1024 ** 3

/** Decodes a video with ffprobe and ffmpeg. */
export async function readVideo(file: Uint8Array): Promise<Video> {
  const folder = await mkdtemp(join(tmpdir(), 'video-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, file)
    const show = '-v error -count_frames -show_streams -show_format -of json'.split(' ')
    const { stdout } = await run('ffprobe', [...show, path])
    const { streams, format } = JSON.parse(stdout) as Probed
    if (streams.length !== 1) throw new Error(`The video has ${streams.length} streams, not one.`)
    const stream = streams[0]!
    return {
      stream,
      bitRate: Number(format.bit_rate),
      durationMs: Number(format.duration) * 1000,
      frames: await decode(path, Number(stream.width), Number(stream.height)),
      parts: stream.codec_name === 'h264' || isMp4(file) ? boxesOf(file) : elementsOf(file),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function decode(path: string, width: number, height: number): Promise<Picture[]> {
  const words = `-v error -i ${path} -fps_mode passthrough -f rawvideo -pix_fmt rgba -`.split(' ')
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: MAX_BYTES })
  const bytes = width * height * 4
  return Array.from({ length: stdout.length / bytes }, (_, index) =>
    pictureOf(stdout.subarray(index * bytes, (index + 1) * bytes), {
      format: 'rgba',
      width,
      height,
      hasAlpha: false,
    }),
  )
}

function isMp4(file: Uint8Array): boolean {
  return Buffer.from(file).toString('latin1', 4, 8) === 'ftyp'
}

function boxesOf(file: Uint8Array): string[] {
  const bytes = Buffer.from(file)
  const boxes: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push(bytes.toString('latin1', at + 4, at + 8))
  return boxes
}

const SEGMENT = '18538067'
const ELEMENTS: Readonly<Record<string, string>> = {
  '1c53bb6b': 'Cues',
  '1f43b675': 'Cluster',
  '1549a966': 'Info',
  '1654ae6b': 'Tracks',
  '114d9b74': 'SeekHead',
  ec: 'Void',
}

/** Returns the names of the children of a webm file's segment; those without a name here by their id. */
function elementsOf(file: Uint8Array): string[] {
  const bytes = Buffer.from(file)
  const elements: string[] = []
  let at = 0
  while (at < bytes.length) {
    const idLength = Math.clz32(bytes[at]!) - 23
    const sizeAt = at + idLength
    const sizeLength = Math.clz32(bytes[sizeAt]!) - 23
    const size =
      BigInt(`0x${bytes.toString('hex', sizeAt, sizeAt + sizeLength)}`) &
      ((1n << BigInt(7 * sizeLength)) - 1n)
    const id = bytes.toString('hex', at, sizeAt)
    at = sizeAt + sizeLength
    if (id === SEGMENT) continue
    elements.push(ELEMENTS[id] ?? id)
    at += Number(size)
  }
  return elements
}
