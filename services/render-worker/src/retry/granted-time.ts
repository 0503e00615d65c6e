import { framesToRecord, type PublicOptions } from '@render/options'
import { isVideo } from '@render/outputs'

/** The time that a frame of a video may take. */
const FRAME_MS = 150
/** The longest video whose length its page decides. */
const LONGEST_SECONDS = 60

/** Returns the time that the options of a render grant to its page, in milliseconds: to load, to wait and to be recorded. */
export function grantedTime(options: PublicOptions): number {
  const { format, timeout = 0, delay = 0, video_fps = 0 } = options
  const frames = format && isVideo(format) ? (framesToRecord(options) ?? video_fps * LONGEST_SECONDS) : 0
  return timeout + delay + frames * FRAME_MS
}
