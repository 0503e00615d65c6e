import { describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '../../table/table.ts'
import { requireVideoLength } from '../../rules/require-video-length.ts'
import { framesToRecord, timelineMs } from './video-length.ts'

const scroll: GivenOptions = { video_scroll: true, video_scroll_duration: 2000 }

describe('the length of a video', () => {
  test.each<[GivenOptions, number | undefined, number | undefined]>([
    [{}, 5000, 150],
    [{ video_time: 20, video_fps: 10 }, 20, 1],
    [{ video_time: 3000, video_duration: 2000, video_fps: 10 }, 2000, 20],
    [{ video_duration: 2000, video_seek: 1, video_fps: 10 }, 2000, 30],
    [{ video_seek: 1, video_fps: 10 }, 5000, 50],
    [{ video_scroll: true }, undefined, undefined],
    [{ video_scroll: true, video_duration: 2000, video_fps: 10 }, undefined, 20],
    [scroll, 1000 + 3000 + 500, 135],
    [{ ...scroll, video_sections: 3, video_rest_duration: 0 }, 7500, 225],
    [{ ...scroll, video_scroll_require_sections: true, video_time: 6000 }, 4500, 180],
    [{ ...scroll, video_scroll_back: true, video_prescroll_duration: 0 }, 5500, 165],
    [{ ...scroll, video_scroll_back: true, video_scroll_back_duration: 0 }, 4500, 135],
    [{ video_scroll: true, video_scroll_back: true, video_scroll_back_duration: 0 }, undefined, undefined],
    [{ ...scroll, video_scroll_to: [{ selector: 'a', wait: 100 }, { wait: 70 }] }, 4670, 140],
    [{ video_scroll: true, video_scroll_to: [{ text: 'a', duration: 0 }] }, 2500, 75],
    [{ video_scroll: true, video_scroll_to: [{ text: 'a' }] }, undefined, undefined],
  ])('%j: %s ms, %s frames', (options, lengthMs, frames) => {
    expect([timelineMs(options), framesToRecord(options)]).toEqual([lengthMs, frames])
  })

  test.each<[GivenOptions, string, string]>([
    [
      { video_time: 60_000, video_fps: 60 },
      'video_time',
      '"video_fps" 60 and "video_time" make a video of 3600 frames',
    ],
    [
      { ...scroll, video_scroll_require_sections: true, video_time: 60_000, video_fps: 60 },
      'video_time',
      '3600 frames',
    ],
    [{ video_duration: 60_000, video_seek: 1 }, 'video_duration', '"video_fps" 30'],
    [
      { ...scroll, video_scroll_duration: 60_000 },
      'video_scroll_duration',
      '1875 frames: it can have at most 1800',
    ],
    [
      { video_scroll: true, video_scroll_to: [{ selector: 'a', wait: 60_000, duration: 1000 }] },
      'video_scroll_to',
      '"video_scroll_to" make a video of 1905 frames',
    ],
    [{ ...scroll, video_scroll_to: [{ text: 'a', wait: 60_000 }] }, 'video_scroll_to', '1935 frames'],
    [{ ...scroll, video_rest_duration: 60_000 }, 'video_rest_duration', '1905 frames'],
    [
      { ...scroll, video_scroll_back: true, video_scroll_back_duration: 60_000 },
      'video_scroll_back_duration',
      '1935 frames',
    ],
    [{ ...scroll, video_prescroll_duration: 60_000 }, 'video_prescroll_duration', '1905 frames'],
    [
      { ...scroll, video_scroll_duration: 900, video_sections: 20, video_fps: 60, video_rest_duration: 1000 },
      'video_scroll_duration',
      '2370 frames',
    ],
  ])('%j has too many frames', (options, named, message) => {
    const check = (format: 'mp4' | 'webm' | 'png', most: number) => () =>
      requireVideoLength({ ...options, format }, { frames: most, durationMs: 120_000 })
    expect(check('webm', 1800)).toThrow(message)
    expect(check('mp4', 1800)).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        details: ['video_fps', named].map((option) => expect.objectContaining({ option })),
      }),
    )
    expect(check('mp4', 3600)).not.toThrow()
    expect(check('png', 1)).not.toThrow()
  })

  test.each<[GivenOptions, string, string]>([
    [{ video_time: 5001 }, 'video_time', '"video_time" makes a video of 5.001 s: it can have at most 5 s.'],
    [{ ...scroll, video_sections: 2, video_scroll_duration: 1000 }, 'video_scroll_duration', '5.5 s'],
    [{ ...scroll, video_rest_duration: 3000 }, 'video_rest_duration', '6.5 s'],
  ])('%j is too long', (options, named, message) => {
    const check = (format: 'mp4' | 'png', given: GivenOptions) => () =>
      requireVideoLength({ ...given, format, video_fps: 1 }, { frames: 1800, durationMs: 5000 })
    const details = [expect.objectContaining({ option: named })]
    expect(check('mp4', options)).toThrow(message)
    expect(check('mp4', options)).toThrow(expect.objectContaining({ code: 'InvalidOptions', details }))
    expect(check('mp4', { ...options, video_seek: 2 })).not.toThrow()
    expect(check('png', options)).not.toThrow()
  })
})
