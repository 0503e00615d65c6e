import { RenderError } from '@render/errors'
import { isVideo, type Format } from '@render/outputs'
import type { GivenOptions } from '../table/table.ts'
import { framesToRecord, longestPart, DEFAULT_LENGTH } from '../values/video/video-length.ts'

/**
 * Refuses a video of more frames than a worker may record, where its options say how many they are.
 * @throws {RenderError} `InvalidOptions` naming `video_fps` and the option with the length.
 */
export function requireFrames(
  options: Omit<GivenOptions, 'format'> & { format: Format },
  maxFrames: number,
): void {
  const frames = isVideo(options.format) ? framesToRecord(options) : undefined
  if (frames === undefined || frames <= maxFrames) return
  const { video_duration, video_scroll, video_fps = DEFAULT_LENGTH.video_fps } = options
  const isScrolled = video_scroll && framesToRecord({ ...options, video_time: 0 }) === frames
  const length =
    video_duration === undefined ? (isScrolled ? longestPart(options) : 'video_time') : 'video_duration'
  const message = `"video_fps" ${video_fps} and "${length}" make a video of ${frames} frames: it can have at most ${maxFrames}.`
  throw RenderError.forOption(['video_fps', length], message)
}
