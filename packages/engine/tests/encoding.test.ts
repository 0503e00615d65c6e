import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { readVideo, type Video } from '@render/testkit'
import type { EncodingPlan } from '../src/video/encoding-plan.ts'
import { createEncoder, type EncodedVideo } from '../src/video/encode.ts'
import { layOutFrames } from '../src/video/frame-layout.ts'
import { createScratch } from '../src/index.ts'

const environment = { PATH: process.env.PATH }
const FRAME = { width: 64, height: 48 }
const LARGEST = { width: 1920, height: 1080 }

type Layout = Partial<Parameters<typeof layOutFrames>[1]>
type Rgb = [number, number, number]
type Draw = (index: number) => Promise<Buffer>

interface Wanted extends Partial<EncodingPlan> {
  frame?: { width: number; height: number }
  layoutOptions?: Layout
  count?: number
  draw?: Draw
}

const plain =
  ([r, g, b]: Rgb, { width, height } = FRAME, type: 'jpeg' | 'png' = 'png'): Draw =>
  () =>
    sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
      .toFormat(type)
      .toBuffer()

const drawnNoise = new Map<number, Promise<Buffer>>()

/** Draws the same noise at each index in each run. */
const noise: Draw = (index) => {
  const drawn = drawnNoise.get(index) ?? drawNoise(index)
  drawnNoise.set(index, drawn)
  return drawn
}

function drawNoise(index: number): Promise<Buffer> {
  let state = index + 1
  const pixels = Buffer.alloc(64 * 48 * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  return sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
    .png()
    .toBuffer()
}

/** Encodes frames; returns what the encoder says, and the file. */
async function encode({
  frame = FRAME,
  layoutOptions = {},
  count = 3,
  draw = plain([255, 0, 0], frame),
  ...plan
}: Wanted): Promise<EncodedVideo & { file: Buffer; done: number[] }> {
  await using scratch = createScratch({ quotaBytes: 1024 ** 2 })
  const layout = layOutFrames(frame, { video_chrome_height: 0, ...layoutOptions }, LARGEST, [])
  async function* frames() {
    for (let index = 0; index < count; index += 1) yield await draw(index)
  }
  const done: number[] = []
  const encoded = await createEncoder({ environment })(
    frames(),
    {
      format: 'mp4',
      codec: 'h264',
      input: 'png',
      fps: 10,
      layout,
      preset: 'ultrafast',
      rate: { quality: 23 },
      further: {},
      ...plan,
    },
    { signal: new AbortController().signal, scratch, onFrame: (each) => done.push(each) },
  )
  return { ...encoded, done, file: await readFile(encoded.path) }
}

async function video(wanted: Wanted): Promise<Video> {
  return readVideo((await encode(wanted)).file)
}

function near(video: Video, index: number, x: number, y: number, colour: Rgb): boolean {
  const seen = video.frames[index]!.rgba(x, y)
  return colour.every((value, channel) => Math.abs(value - seen[channel]!) <= 12)
}

test('an mp4 has the frames that came in, at a constant rate, and its index in front', async () => {
  const colours: Rgb[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [128, 128, 128],
    [255, 255, 255],
  ]
  const encoded = await encode({ fps: 30, count: 5, draw: (index) => plain(colours[index]!)(index) })
  expect(encoded).toMatchObject({ frames: 5, durationMs: (5 / 30) * 1000, done: [1, 2, 3, 4, 5] })
  expect(encoded.log).toContain('libx264')
  expect(encoded.arguments).toContain('libx264')
  const { stream, frames, parts, durationMs } = await readVideo(encoded.file)
  expect(stream).toMatchObject({
    codec_name: 'h264',
    pix_fmt: 'yuv420p',
    width: 64,
    height: 48,
    r_frame_rate: '30/1',
    avg_frame_rate: '30/1',
    nb_read_frames: '5',
    color_range: 'tv',
    color_space: 'bt709',
    color_primaries: 'bt709',
    color_transfer: 'bt709',
  })
  expect(Math.abs(durationMs - 167)).toBeLessThan(1)
  expect(parts.indexOf('moov')).toBeLessThan(parts.indexOf('mdat'))
  expect(frames).toHaveLength(5)
  expect(encoded.file.includes('crf=23.0')).toBe(true)
})

test.each([
  ['webm', 'vp9', 'jpeg'],
  ['webm', 'vp8', 'jpeg'],
  ['mp4', 'vp9', 'png'],
  ['mp4', 'h264', 'jpeg'],
] as const)('%s with %s shows the colours of %s', async (format, codec, input) => {
  const colours: Rgb[] = [
    [255, 0, 0],
    [30, 200, 90],
    [0, 0, 255],
  ]
  const draw: Draw = (index) => plain(colours[index]!, FRAME, input)(index)
  const made = await video({ format, codec, input, rate: { quality: 5 }, draw })
  expect(made.stream).toMatchObject({ codec_name: codec, pix_fmt: 'yuv420p', r_frame_rate: '10/1' })
  expect(colours.filter((colour, index) => !near(made, index, 30, 20, colour))).toEqual([])
  if (format === 'webm') expect(made.parts.indexOf('Cues')).toBeLessThan(made.parts.indexOf('Cluster'))
})

test('frames are cut, scaled and padded with black', async () => {
  const frame = { width: 101, height: 60 }
  const bar = { create: { width: 101, height: 10, channels: 3, background: '#00f' } } as const
  const draw: Draw = async () =>
    sharp(await plain([255, 0, 0], frame)(0))
      .composite([{ input: await sharp(bar).png().toBuffer(), top: 0, left: 0 }])
      .png()
      .toBuffer()
  const layoutOptions = { video_chrome_height: 10, video_crop_w: 51, video_width: 100, video_height: 200 }
  const made = await video({ frame, layoutOptions, count: 1, draw, rate: { quality: 1 } })
  expect(made.stream).toMatchObject({ width: 100, height: 200 })
  const column = [10, 45, 60, 130, 180].map((y) => made.frames[0]!.at(50, y))
  expect(column).toEqual(['#000000', '#000000', '#ff0000', '#ff0000', '#000000'])
  expect(near(made, 0, 98, 100, [255, 0, 0])).toBe(true)
})

test('quality, bit rate and preset decide the size', async () => {
  const sizes: Record<string, number> = {}
  const size = async (name: string, wanted: Wanted): Promise<void> => {
    const { file } = await encode({ draw: noise, count: 5, ...wanted })
    sizes[name] = file.length
  }
  await size('h264 good', { rate: { quality: 20 } })
  await size('h264 bad', { rate: { quality: 45 } })
  await size('vp9 good', { format: 'webm', codec: 'vp9', rate: { quality: 20 } })
  await size('vp9 bad', { format: 'webm', codec: 'vp9', rate: { quality: 60 } })
  await size('vp8 good', { format: 'webm', codec: 'vp8', rate: { quality: 10 } })
  await size('vp8 bad', { format: 'webm', codec: 'vp8', rate: { quality: 60 } })
  for (const codec of ['h264', 'vp9', 'vp8'])
    expect(sizes[`${codec} good`]).toBeGreaterThan(1.5 * sizes[`${codec} bad`]!)
})

test('an average bit rate is kept', async () => {
  for (const [format, codec] of [
    ['mp4', 'h264'],
    ['webm', 'vp9'],
    ['webm', 'vp8'],
  ] as const) {
    const wanted = { format, codec, draw: noise, count: 300, fps: 30, rate: { kilobits: 300 } }
    const { bitRate } = await video(wanted)
    expect(Math.abs(bitRate / 300_000 - 1)).toBeLessThan(0.3)
  }
})

test('arguments of the caller replace those of the options', async () => {
  const further = { '-crf': '18', '-an': '', '-vf': 'hflip', '-r': '20', '-pix_fmt': 'yuv444p' }
  const draw: Draw = async () =>
    sharp(await plain([255, 0, 0])(0))
      .extract({ left: 0, top: 0, width: 32, height: 48 })
      .extend({ right: 32, background: '#00f' })
      .png()
      .toBuffer()
  const encoded = await encode({ further, draw, rate: { kilobits: 300 } })
  expect(encoded.file.includes('crf=18.0')).toBe(true)
  expect(encoded).toMatchObject({ frames: 6, durationMs: 300 })
  const made = await readVideo(encoded.file)
  expect(made.stream).toMatchObject({ r_frame_rate: '20/1', pix_fmt: 'yuv444p', nb_read_frames: '6' })
  expect([10, 50].map((x) => made.frames[0]!.at(x, 20))).toEqual(['#0000ff', '#ff0000'])

  const second = { count: 30, fps: 10, further: { '-r': '1' } }
  expect(await encode(second)).toMatchObject({ frames: 3, durationMs: 3000 })
  expect(await encode({ ...second, count: 1 })).toMatchObject({ frames: 1 })

  const refs = await encode({ referenceFrames: 2, preset: 'faster' })
  expect(refs.file.includes('ref=2')).toBe(true)
  expect(refs.file.includes('subme=4')).toBe(true)
})

test('equal frames make equal files', async () => {
  for (const [format, codec] of [
    ['mp4', 'h264'],
    ['webm', 'vp9'],
    ['webm', 'vp8'],
  ] as const) {
    const wanted: Wanted = { format, codec, draw: noise, count: 6 }
    const [first, second] = [await encode(wanted), await encode(wanted)]
    expect(first.file.equals(second.file)).toBe(true)
  }
})

test('an encoding ends with its frames or its signal', async () => {
  const lost = new Error('the page is lost')
  const draw: Draw = (index) => (index === 2 ? Promise.reject(lost) : plain([0, 0, 0])(index))
  await expect(encode({ draw })).rejects.toBe(lost)
  await expect(encode({ draw: () => Promise.resolve(Buffer.from('no picture')) })).rejects.toMatchObject({
    code: 'EngineResponseNotOkError',
    message: 'The video could not be encoded.',
  })
})
