import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { readPicture } from '@render/testkit'
import { page } from '../../test-engine.ts'
import { record } from '../../videos/record.ts'
import { oncePerWorld, type Rows } from '../probe.ts'

/** A red page with a blue bar of 20 pixels at its top, and a green stripe of 40 pixels in the middle. */
const STRIPES = page(
  'body { background: #f00; height: 120px; overflow: hidden } i, b { position: absolute; top: 0 } i { background: #00f; height: 20px; width: 100% } b { background: #0f0; left: 60px; width: 40px; height: 120px }',
  '<i></i><b></b>',
)
/** A black box that moves by 100 pixels a second. */
const MOVING = page(
  'body { background: #fff } i { position: absolute; width: 20px; height: 120px; background: #000; animation: move 10s linear } @keyframes move { to { transform: translateX(1000px) } }',
  '<i></i>',
)
const LONG: GivenOptions = { html: MOVING, width: 200, video_time: 700 }

const recorded = (options: GivenOptions) => oncePerWorld(({ engine }) => record(engine, options))
// A video shows several options that do not change what the others do: one takes a second of CPU time.
const coded = recorded({
  html: 'x',
  video_preset: 'faster',
  video_refs: 4,
  video_quality: 40,
  video_fps: 20,
  video_time: 200,
  video_method: 'screencast',
  response_type: 'jsondebug',
})
const padded = recorded({
  html: STRIPES,
  video_width: 80,
  video_height: 100,
  video_bitrate: 300,
  video_time: 100,
})
const widened = recorded({
  html: STRIPES,
  video_aspect: '2:1',
  video_ffmpeg: ['-crf 18', '-an'],
  video_time: 100,
})
const cut = recorded({
  html: STRIPES,
  video_chrome_height: 20,
  video_crop_w: 60,
  video_bits_per_second: 400_000,
  video_time: 500,
  video_duration: 200,
})
const moving = recorded({ ...LONG, debug_video: true, response_type: 'jsondebug' })

/** Options for how a video is recorded and encoded; the unit tests of its layout and of ffmpeg's arguments have the rest. */
export const video: Rows = {
  video_codec: {
    'vp8 is used in webm': async ({ engine }) => {
      const options = { html: 'x', format: 'webm', video_codec: 'vp8', video_refs: 4 } as const
      const { video, warnings } = await record(engine, options)
      expect(video.stream).toMatchObject({ codec_name: 'vp8', width: 160, height: 120 })
      expect(video.frames).toHaveLength(3)
      expect(warnings).toEqual([
        '"video_refs" has no effect on vp8: only h264 has reference frames to choose.',
      ])
    },
  },
  video_preset: {
    'faster is the effort of x264': async (world) => {
      expect((await coded(world)).file.includes('subme=4')).toBe(true)
    },
  },
  video_refs: {
    '4 is the number of reference frames': async (world) => {
      expect((await coded(world)).file.includes('ref=4')).toBe(true)
    },
  },
  video_quality: {
    '40 is the rate factor': async (world) => {
      expect((await coded(world)).file.includes('crf=40.0')).toBe(true)
    },
  },
  video_bitrate: {
    '300 is the average': async (world) => {
      expect((await padded(world)).file.includes('bitrate=300')).toBe(true)
    },
  },
  video_bits_per_second: {
    '400000 is the average': async (world) => {
      expect((await cut(world)).file.includes('bitrate=400')).toBe(true)
    },
  },
  video_ffmpeg: {
    '-crf 18 replaces the quality': async (world) => {
      expect((await widened(world)).file.includes('crf=18.0')).toBe(true)
    },
  },
  video_fps: {
    '20 is the number of frames in a second': async (world) => {
      const { video, facts } = await coded(world)
      expect(video.stream).toMatchObject({ r_frame_rate: '20/1', avg_frame_rate: '20/1' })
      expect([video.stream.nb_read_frames, facts.frames]).toEqual(['4', 4])
    },
  },
  video_time: {
    '200 is the length in milliseconds': async (world) => {
      const { facts } = await coded(world)
      expect(facts).toEqual({ width: 160, height: 120, frames: 4, durationMs: 200 })
    },
  },
  video_duration: {
    'cuts to its length': async (world) => {
      const { facts } = await cut(world)
      expect(facts).toMatchObject({ frames: 2, durationMs: 200 })
    },
  },
  video_seek: {
    'drops the frames of its time from the start': async (world) => {
      const whole = await moving(world)
      const { video } = await record(world.engine, { ...LONG, video_seek: 0.4 })
      const boxes = (frames: typeof video.frames): number[] => frames.map(leftOfBlack)
      expect(boxes(whole.video.frames.slice(4))).toEqual(boxes(video.frames))
    },
  },
  video_width: {
    '80 is the width, and the picture keeps its ratio': async (world) => {
      const { video } = await padded(world)
      expect(video.stream.width).toBe(80)
      expect([5, 40].map((x) => video.frames[0]!.at(x, 50))).toEqual(['#ff0000', '#00ff00'])
    },
  },
  video_height: {
    '100 is the height, padded with black beside the width': async (world) => {
      const { video, facts } = await padded(world)
      expect(facts).toMatchObject({ width: 80, height: 100 })
      const column = [10, 25, 50, 90].map((y) => video.frames[0]!.at(5, y))
      expect(column).toEqual(['#000000', '#0000ff', '#ff0000', '#000000'])
    },
  },
  video_aspect: {
    '2:1 pads outward': async (world) => {
      const { video } = await widened(world)
      expect(video.stream).toMatchObject({ width: 240, height: 120 })
      expect([10, 60, 120, 230].map((x) => video.frames[0]!.at(x, 60))).toEqual([
        '#000000',
        '#ff0000',
        '#00ff00',
        '#000000',
      ])
    },
  },
  video_chrome_height: {
    '20 cuts rows at the top': async (world) => {
      const { video } = await cut(world)
      expect(video.stream.height).toBe(100)
      expect(video.frames[0]!.at(5, 2)).toBe('#ff0000')
    },
  },
  video_crop_w: {
    '60 keeps the middle': async (world) => {
      const { video } = await cut(world)
      expect(video.stream.width).toBe(60)
      const columns = [5, 15, 45, 55].map((x) => video.frames[0]!.at(x, 60))
      expect(columns).toEqual(['#ff0000', '#00ff00', '#00ff00', '#ff0000'])
    },
  },
  debug_video: {
    'keeps the first, the middle and the last frame': async (world) => {
      const { sideOutputs, warnings } = await moving(world)
      expect(warnings).toEqual([])
      expect(sideOutputs.map(({ name }) => name)).toEqual(['-frame-0', '-frame-3', '-frame-6'])
      const [first, middle, last] = await Promise.all(sideOutputs.map(({ body }) => readPicture(body)))
      expect([middle!, last!].map((frame) => leftOfBlack(frame) - leftOfBlack(first!))).toEqual([30, 60])
    },
    'has no effect, and a warning, when the answer does not show them': async ({ engine }) => {
      const { sideOutputs, warnings } = await record(engine, { html: 'x', debug_video: true })
      expect([sideOutputs, warnings]).toEqual([[], [expect.stringContaining('"debug_video" has no effect')]])
    },
  },
  video_method: {
    'screencast records as modern does, and the debug output says so': async (world) => {
      const { diagnostics } = await coded(world)
      expect(diagnostics!.video).toMatchObject({ method: 'modern', fps: 20, codec: 'h264' })
      expect(diagnostics!.video!.arguments).toContain('libx264')
      expect(diagnostics!.video!.log).toContain('libx264')
    },
  },
}

/** Returns the first column whose pixel is black. */
function leftOfBlack(frame: { width: number; rgba: (x: number, y: number) => number[] }): number {
  return Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, 60)[0]! < 128)
}
