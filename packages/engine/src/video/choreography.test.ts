import { describe, expect, test } from '@jest/globals'
import { planScrolling, sectionStops, type Stop } from './choreography.ts'

const options = {
  video_prescroll_duration: 100,
  video_scroll_duration: 400,
  video_rest_duration: 200,
  video_scroll_back: false,
  video_scroll_back_duration: undefined,
  video_postscroll_duration: 50,
  video_ease: 'cubic.in',
  video_ease_end: undefined,
} as const

const at = (position: number, more: Partial<Stop> = {}): Stop => ({ waitMs: 0, position, ...more })

describe('a video that scrolls', () => {
  test('rests at the top, after each movement and at the end', () => {
    expect(planScrolling(options, [at(500), at(1000)], 2000)).toEqual([
      { rests: 100 },
      { to: 500, durationMs: 400, ease: 'cubic.in' },
      { rests: 200 },
      { to: 1000, durationMs: 400, ease: 'cubic.in' },
      { rests: 200 },
      { rests: 50 },
    ])
  })

  test('scrolls back in a time and with an easing of its own', () => {
    const back = {
      video_scroll_back: true,
      video_scroll_back_duration: 300,
      video_ease_end: 'back.out',
    } as const
    const moves = planScrolling({ ...options, ...back }, [at(500), at(1000)], 2000).slice(-4)
    expect(moves).toEqual([
      { to: 1000, durationMs: 400, ease: 'back.out' },
      { rests: 200 },
      { to: 0, durationMs: 300, ease: 'back.out' },
      { rests: 50 },
    ])
  })

  test('scrolls back in the time and with the easing of the way there when it has none of its own', () => {
    const moves = planScrolling({ ...options, video_scroll_back: true }, [at(500)], 2000).slice(-2)
    expect(moves).toEqual([{ to: 0, durationMs: 400, ease: 'cubic.in' }, { rests: 50 }])
  })

  test('stays within the page', () => {
    const phases = planScrolling(options, [at(900), at(-100)], 600)
    expect(phases.flatMap((phase) => ('to' in phase ? phase.to : []))).toEqual([600, 0])
  })

  test('moves at 800 pixels a second, for 1 to 15 seconds, when no duration is sent', () => {
    const stops = [at(100), at(2500), at(100_000)]
    const unset = { ...options, video_scroll_duration: undefined }
    const durations = planScrolling(unset, stops, 100_000).flatMap((phase) =>
      'to' in phase ? phase.durationMs : [],
    )
    expect(durations).toEqual([1000, 3000, 15_000])
  })

  test('does at each stop what the stop says; a pause after the last movement does not count as one', () => {
    const stops: Stop[] = [
      at(100, { waitMs: 70, durationMs: 10, ease: 'bounce.in' }),
      at(200),
      { waitMs: 30 },
    ]
    expect(planScrolling({ ...options, video_ease_end: 'cubic.out' }, stops, 600)).toEqual([
      { rests: 100 },
      { rests: 70 },
      { to: 100, durationMs: 10, ease: 'bounce.in' },
      { rests: 200 },
      { to: 200, durationMs: 400, ease: 'cubic.out' },
      { rests: 200 },
      { rests: 30 },
      { rests: 50 },
    ])
  })
})

// Sections, distance and offset; positions on a page that can be scrolled by 900 pixels.
test.each([
  [1, undefined, 0, [900]],
  [3, undefined, 0, [300, 600, 900]],
  [3, undefined, 120, [180, 480, 780]],
  [2, 400, 0, [400, 800]],
  [2, 1000, 0, [450, 900]],
  [1, 0, 0, [0]],
])('%d sections of %p pixels less %d stop at %p', (sections, distance, offset, positions) => {
  const stops = sectionStops(
    { video_sections: sections, video_scroll_distance: distance, video_scroll_offset: offset },
    900,
  )
  expect(stops.map(({ position }) => position)).toEqual(positions)
})
