import type { Ease, RenderOptions } from '@render/options'

/** A part of a video: the page rests where it is, or moves to a position. Durations are in milliseconds. */
export type Phase =
  | { rests: number }
  | {
      /** Position in CSS pixels, within what the page can be scrolled to. */
      to: number
      durationMs: number
      ease: Ease
    }

/** A place to scroll to, or a pause. */
export interface Stop {
  waitMs: number
  /** Position in CSS pixels; undefined for a pause. */
  position?: number
  durationMs?: number
  ease?: Ease
}

type ChoreographyOptions = Pick<
  RenderOptions,
  | 'video_prescroll_duration'
  | 'video_scroll_duration'
  | 'video_rest_duration'
  | 'video_scroll_back'
  | 'video_scroll_back_duration'
  | 'video_postscroll_duration'
  | 'video_ease'
  | 'video_ease_end'
>

/** The speed and the bounds of a movement whose duration is not sent. */
const PIXELS_PER_SECOND = 800
const SHORTEST_MS = 1000
const LONGEST_MS = 15_000

/** Plans a video that scrolls from stop to stop, and back when that is wanted. The page can be scrolled up to `end`. */
export function planScrolling(options: ChoreographyOptions, stops: readonly Stop[], end: number): Phase[] {
  const { video_ease, video_ease_end = video_ease, video_scroll_duration } = options
  const phases: Phase[] = [{ rests: options.video_prescroll_duration }]
  let position = 0
  const move = (to: number, durationMs: number | undefined, ease: Ease): void => {
    const target = Math.min(end, Math.max(0, to))
    phases.push({ to: target, durationMs: durationMs ?? usualDurationMs(target - position), ease })
    position = target
  }
  const last = stops.findLast((stop) => stop.position !== undefined)
  for (const stop of stops) {
    if (stop.waitMs > 0) phases.push({ rests: stop.waitMs })
    if (stop.position === undefined) continue
    const usualEase = stop === last ? video_ease_end : video_ease
    move(stop.position, stop.durationMs ?? video_scroll_duration, stop.ease ?? usualEase)
    phases.push({ rests: options.video_rest_duration })
  }
  if (options.video_scroll_back)
    move(0, options.video_scroll_back_duration ?? video_scroll_duration, video_ease_end)
  phases.push({ rests: options.video_postscroll_duration })
  return phases
}

type SectionOptions = Pick<RenderOptions, 'video_sections' | 'video_scroll_distance' | 'video_scroll_offset'>

/** Returns the stops of `video_sections`: equal parts of the way to `end`, or of as many times the distance. */
export function sectionStops(
  { video_sections, video_scroll_distance = Infinity, video_scroll_offset }: SectionOptions,
  end: number,
): Stop[] {
  const way = Math.min(end, video_sections * video_scroll_distance)
  return Array.from({ length: video_sections }, (_, index) => ({
    waitMs: 0,
    position: (way * (index + 1)) / video_sections - video_scroll_offset,
  }))
}

function usualDurationMs(distance: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (Math.abs(distance) / PIXELS_PER_SECOND) * 1000))
}
