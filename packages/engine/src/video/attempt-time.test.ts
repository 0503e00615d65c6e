import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import type { Format } from '@render/outputs'
import { attemptTime } from './attempt-time.ts'

test.each<[Format, GivenOptions, number]>([
  ['png', {}, 120_000],
  ['pdf', { video_time: 1000 }, 120_000],
  ['mp4', { video_time: 10_000 }, 174_000],
  ['webm', { video_time: 1000, video_fps: 10 }, 123_000],
  ['mp4', { video_time: 60_000 }, 228_000],
  ['mp4', { video_scroll: true }, 228_000],
])('an attempt at %s with %j has %d ms', (format, given, ms) => {
  const options = toRenderOptions(resolveOptions({ html: '', ...given }))
  expect(attemptTime({ ...options, format }, 120_000, 600)).toBe(ms)
  expect(attemptTime({ ...options, format }, 295_000, 600)).toBeLessThanOrEqual(300_000)
})
