import { framesToRecord, VIDEO_LENGTH_OPTIONS } from '@render/options'
import { isVideo } from '@render/outputs'
import { reads } from '../option-reader.ts'

/** Time that a frame may take. */
const FRAME_MS = 150
/** The longest attempt, of whatever kind. */
const LONGEST_MS = 300_000

/** Returns how long one attempt may take: `defaultMs`, and more for a video, by its number of frames. */
export const attemptTime = reads(
  {
    name: 'attempt-time',
    borrows: ['format', ...VIDEO_LENGTH_OPTIONS],
  },
  (options, defaultMs: number, maxFrames: number): number => {
    if (!isVideo(options.format)) return defaultMs
    const frames = Math.min(maxFrames, framesToRecord(options) ?? maxFrames)
    return Math.min(defaultMs + frames * FRAME_MS, LONGEST_MS)
  },
)
