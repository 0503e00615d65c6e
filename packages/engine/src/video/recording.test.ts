import { describe, expect, test } from '@jest/globals'
import { planRecording } from './recording.ts'

type Given = Partial<Parameters<typeof planRecording>[0]>

const plan = (given: Given, scrollsMs?: number, limits = { frames: 1000, durationMs: 60_000 }) => {
  const options = { video_fps: 10, video_time: 5000, video_duration: undefined, video_seek: 0, ...given }
  const timeline = scrollsMs === undefined ? undefined : { durationMs: scrollsMs, positionAt: () => 0 }
  const { skipped, painted, frames, warning } = planRecording(options, timeline, limits)
  return [skipped, painted, frames, ...(warning === undefined ? [] : [warning])]
}

// Frames that are skipped, painted and shown.
describe('the frames of a video', () => {
  test.each<[string, Given, number | undefined, number[]]>([
    ['last for the time', {}, undefined, [0, 50, 50]],
    ['last for the duration instead', { video_duration: 2000 }, undefined, [0, 20, 20]],
    ['begin later', { video_seek: 1 }, undefined, [10, 40, 40]],
    ['begin later and last as long', { video_duration: 2000, video_seek: 1 }, undefined, [10, 20, 20]],
    ['scroll', {}, 6000, [0, 60, 60]],
    ['are cut while they scroll', { video_duration: 2000 }, 6000, [0, 20, 20]],
    ['hold the last one', { video_duration: 8000 }, 6000, [0, 60, 80]],
    ['hold the last one after a seek', { video_duration: 8000, video_seek: 2 }, 6000, [20, 40, 80]],
    ['hold the last one when no time is left', { video_duration: 800, video_seek: 9 }, 600, [5, 1, 8]],
    ['hold the one of a movement without time', { video_duration: 800 }, 0, [0, 1, 8]],
    ['are one of a movement without time', {}, 0, [0, 1, 1]],
    ['are one at least', { video_time: 1 }, undefined, [0, 1, 1]],
    ['are one at least after a seek', { video_seek: 0.59 }, 600, [5, 1, 1]],
  ])('%s', (_, given, scrollsMs, expected) => {
    expect(plan(given, scrollsMs)).toEqual(expected)
  })

  test('are not all cut by a seek', () => {
    for (const [given, scrollsMs] of [
      [{ video_seek: 3 }, 2999.6],
      [{ video_seek: 6 }, undefined],
    ] as const) {
      const failure = expect.objectContaining({
        code: 'InvalidOptions',
        details: [expect.objectContaining({ option: 'video_seek' })],
      })
      expect(() => plan(given, scrollsMs)).toThrow(failure)
    }
    expect(() => plan({ video_seek: 3 }, 2999.6)).toThrow('must be less than the 3 s of the video, not 3.')
    expect(plan({ video_seek: 6, video_duration: 1000 })).toEqual([60, 10, 10])
  })

  test('are not more than the limit, with those that are skipped', () => {
    const limited = (given: Given, frames: number) => plan(given, undefined, { frames, durationMs: 60_000 })
    const cut = (frames: number) => `The video was shortened to ${frames} frames: at most 30 can be recorded.`
    expect(limited({ video_seek: 1 }, 30)).toEqual([10, 20, 20, cut(20)])
    expect(limited({ video_seek: 4 }, 30)).toEqual([29, 1, 1, cut(1)])
    expect(limited({}, 50)).toEqual([0, 50, 50])
  })

  test('last no longer than the limit, without those that are skipped', () => {
    const limited = (given: Given) => plan(given, 6000, { frames: 1000, durationMs: 4000 })
    const cut = 'The video was shortened to 40 frames: it can last at most 4 s.'
    expect(limited({})).toEqual([0, 40, 40, cut])
    expect(limited({ video_seek: 1 })).toEqual([10, 40, 40, cut])
    expect(limited({ video_seek: 2 })).toEqual([20, 40, 40])
  })
})
