import { framesToRecord, VIDEO_LENGTH_OPTIONS } from '@render/options'
import { isVideo } from '@render/outputs'
import { reads } from '../option-reader.ts'
import { REFRESH_HZ } from './recording.ts'

/** Time that a frame may take, and an animation frame between frames, which is not captured. */
export const FRAME_MS = 150
const REFRESH_MS = 30
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
    const between = Math.max(0, REFRESH_HZ / options.video_fps - 1)
    return Math.min(defaultMs + frames * (FRAME_MS + between * REFRESH_MS), LONGEST_MS)
  },
)
