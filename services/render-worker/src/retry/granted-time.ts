import { FRAME_MS } from '@render/engine'
import { defaultLimits, framesToRecord, type PublicOptions } from '@render/options'
import { isVideo } from '@render/outputs'

/** Returns the time that the options of a render grant to its page, in milliseconds: to load, to wait and to be recorded. */
export function grantedTime(options: PublicOptions): number {
  const { format, timeout = 0, delay = 0, video_fps = 0 } = options
  const frames =
    format && isVideo(format) ? (framesToRecord(options) ?? (video_fps * defaultLimits.videoMs) / 1000) : 0
  return timeout + delay + frames * FRAME_MS
}
