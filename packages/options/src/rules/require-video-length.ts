import { RenderError } from '@render/errors'
import { isVideo, type Format } from '@render/outputs'
import type { GivenOptions } from '../table/table.ts'
import { DEFAULT_LENGTH, framesToRecord, longestPart, videoDurationMs } from '../values/video/video-length.ts'

/** The operator's limits of the length of a video. */
export interface VideoLengthLimits {
  frames: number
  durationMs: number
}

/**
 * Refuses a video that is longer than a worker may record, where its options say how long it is.
 * @throws {RenderError} `InvalidOptions` naming the option with the length, and `video_fps` when there are too many frames.
 */
export function requireVideoLength(
  options: Omit<GivenOptions, 'format'> & { format: Format },
  limits: VideoLengthLimits,
): void {
  if (!isVideo(options.format)) return
  const frames = framesToRecord(options)
  if (frames !== undefined && frames > limits.frames) {
    const option = longestOption(options, framesToRecord)
    const { video_fps = DEFAULT_LENGTH.video_fps } = options
    const message = `"video_fps" ${video_fps} and "${option}" make a video of ${frames} frames: it can have at most ${limits.frames}.`
    throw RenderError.forOption(['video_fps', option], message)
  }
  const durationMs = videoDurationMs(options)
  if (durationMs !== undefined && durationMs > limits.durationMs) {
    const option = longestOption(options, videoDurationMs)
    const message = `"${option}" makes a video of ${durationMs / 1000} s: it can have at most ${limits.durationMs / 1000} s.`
    throw RenderError.forOption(option, message)
  }
}

/** Returns the option that makes the video so long: one of scrolling unless the video is longer when it stands still. */
function longestOption(
  options: GivenOptions,
  measure: (options: GivenOptions) => number | undefined,
): string {
  if (options.video_duration !== undefined) return 'video_duration'
  const isScrolled = options.video_scroll && measure({ ...options, video_time: 0 }) === measure(options)
  return isScrolled ? longestPart(options) : 'video_time'
}
