import { RenderError } from '@render/errors'
import type { RenderOptions, VideoLengthLimits } from '@render/options'
import type { Timeline } from './timeline.ts'

/** How many animation frames a page has in a second, as on most displays: pages move things by a fixed way in each. */
export const REFRESH_HZ = 60

/** Which frames of a page a video has. */
export interface Recording {
  fps: number
  /** The number of frames before the first one that is kept. */
  skipped: number
  /** The number of frames that are painted and kept; the last one is shown until the end of the video. */
  painted: number
  /** The number of frames of the video. */
  frames: number
  /** Returns the scroll position at a time in milliseconds; undefined when the page is not scrolled. */
  positionAt?: Timeline['positionAt']
  /** Set when the video ends before it is wanted to. */
  warning?: string
}

type LengthOptions = Pick<RenderOptions, 'video_fps' | 'video_time' | 'video_duration' | 'video_seek'>

/**
 * Plans the frames of a video that scrolls along a timeline, or stays where it is without one.
 * @throws {RenderError} `InvalidOptions` when `video_seek` cuts all of it, unless `video_duration` says how long the last frame
 * is held.
 */
export function planRecording(
  { video_fps: fps, video_time, video_duration, video_seek }: LengthOptions,
  timeline: Timeline | undefined,
  limits: VideoLengthLimits,
): Recording {
  const framesIn = (ms: number): number => Math.round((ms * fps) / 1000)
  const seekMs = video_seek * 1000
  const shownMs =
    timeline?.durationMs ?? (video_duration === undefined ? video_time : video_duration + seekMs)
  if (video_duration === undefined && seekMs > 0 && seekMs >= shownMs) {
    const seconds = Math.round(shownMs) / 1000
    throw RenderError.forOption(
      'video_seek',
      `"video_seek" must be less than the ${seconds} s of the video, not ${video_seek}.`,
    )
  }
  const shown = Math.max(1, framesIn(shownMs))
  const skipped = Math.min(framesIn(seekMs), shown - 1, limits.frames - 1)
  const wanted = video_duration === undefined ? shown - skipped : Math.max(1, framesIn(video_duration))
  const longest = Math.max(1, framesIn(limits.durationMs))
  const frames = Math.min(wanted, longest, limits.frames - skipped)
  return {
    fps,
    skipped,
    painted: Math.min(frames, shown - skipped),
    frames,
    positionAt: timeline?.positionAt,
    ...(frames < wanted && { warning: shortened(frames, longest, limits) }),
  }
}

function shortened(frames: number, longest: number, limits: VideoLengthLimits): string {
  const reason =
    frames === longest
      ? `it can last at most ${limits.durationMs / 1000} s`
      : `at most ${limits.frames} can be recorded`
  return `The video was shortened to ${frames} frames: ${reason}.`
}
