import { describe, expect, test } from '@jest/globals'
import { layOutFrames } from './frame-layout.ts'

const LARGEST = { width: 1920, height: 1080 }

type Options = Partial<Parameters<typeof layOutFrames>[1]>

function layOut(width: number, height: number, options: Options = {}) {
  const warnings: string[] = []
  const layout = layOutFrames({ width, height }, { video_chrome_height: 0, ...options }, LARGEST, warnings)
  return { ...layout, warnings }
}

const text = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  `${width}x${height}+${x}+${y}`

describe('the frames of a video', () => {
  // Frame, options; part of the frame, its scaled size, its place, the video.
  test.each<[number, number, Options, string, string, string, string]>([
    [1280, 720, {}, '1280x720+0+0', '1280x720', '1280x720+0+0', '1280x720'],
    [1281, 721, {}, '1281x721+0+0', '1281x721', '1280x720+0+0', '1280x720'],
    [1280, 1024, { video_width: 640 }, '1280x1024+0+0', '640x512', '640x512+0+0', '640x512'],
    [320, 200, { video_height: 101 }, '320x200+0+0', '162x101', '160x100+0+0', '160x100'],
    [320, 200, { video_width: 640, video_height: 640 }, '320x200+0+0', '640x400', '640x400+0+120', '640x640'],
    [320, 200, { video_width: 640, video_height: 200 }, '320x200+0+0', '320x200', '320x200+160+0', '640x200'],
    [320, 200, { video_aspect: 4 / 3 }, '320x200+0+0', '320x200', '320x200+0+20', '320x240'],
    [320, 200, { video_aspect: 2 }, '320x200+0+0', '320x200', '320x200+40+0', '400x200'],
    [
      320,
      200,
      { video_aspect: 4 / 3, video_width: 160 },
      '320x200+0+0',
      '160x100',
      '160x100+0+10',
      '160x120',
    ],
    [320, 200, { video_aspect: 2, video_height: 100 }, '320x200+0+0', '160x100', '160x100+20+0', '200x100'],
    [320, 200, { video_chrome_height: 50 }, '320x150+0+50', '320x150', '320x150+0+0', '320x150'],
    [320, 200, { video_chrome_height: 1080 }, '320x2+0+198', '320x2', '320x2+0+0', '320x2'],
    [321, 200, { video_crop_w: 101 }, '101x200+110+0', '101x200', '100x200+0+0', '100x200'],
    [320, 1, {}, '320x1+0+0', '320x2', '320x2+0+0', '320x2'],
    [4096, 2, { video_width: 2 }, '4096x2+0+0', '2x2', '2x2+0+0', '2x2'],
  ])('of %d x %d with %j', (width, height, options, crop, scaled, shown, video) => {
    const layout = layOut(width, height, options)
    expect(text(layout.crop)).toBe(crop)
    expect(`${layout.scaled.width}x${layout.scaled.height}`).toBe(scaled)
    expect(text(layout.shown)).toBe(shown)
    expect(`${layout.video.width}x${layout.video.height}`).toBe(video)
    expect(layout.warnings).toEqual([])
  })

  test('are as without options that have no effect, which are warned of', () => {
    const size = { video_width: 160, video_height: 100 }
    expect(layOut(320, 200, { ...size, video_aspect: 1 })).toEqual({
      ...layOut(320, 200, size),
      warnings: ['"video_aspect" has no effect with both "video_width" and "video_height".'],
    })
    expect(layOut(320, 200, { video_crop_w: 321 })).toEqual({
      ...layOut(320, 200),
      warnings: ['"video_crop_w" has no effect: frames are only 320 pixels wide.'],
    })
  })

  test('are made smaller when they exceed the limit', () => {
    const { scaled, video, warnings } = layOut(4000, 1000)
    expect([scaled, video]).toEqual([
      { width: 1920, height: 480 },
      { width: 1920, height: 480 },
    ])
    expect(warnings).toEqual([
      'The video is 1920 x 480 pixels instead of 4000 x 1000: it can have at most 1920 x 1080.',
    ])
    expect(layOut(1000, 4000).video).toEqual({ width: 270, height: 1080 })
    expect(layOut(1000, 1000, { video_width: 1920 }).video).toEqual({ width: 1080, height: 1080 })
  })
})
