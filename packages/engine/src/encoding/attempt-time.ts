import { framesToRecord } from '@render/options'
import { VIDEO_FORMATS } from '@render/outputs'
import { reads } from '../option-reader.ts'

/** What a frame may take. */
const FRAME_MS = 150
/** The longest attempt, of whatever kind. */
const LONGEST_MS = 300_000

/** Returns how long one attempt may take: `usualMs`, and more for a video, by its number of frames. */
export const attemptTime = reads(
  {
    name: 'attempt-time',
    borrows: [
      'format',
      'video_fps',
      'video_time',
      'video_duration',
      'video_seek',
      'video_scroll',
      'video_scroll_to',
      'video_sections',
      'video_prescroll_duration',
      'video_scroll_duration',
      'video_rest_duration',
      'video_scroll_back',
      'video_scroll_back_duration',
      'video_postscroll_duration',
    ],
  },
  (options, usualMs: number, maxFrames: number): number => {
    if (!VIDEO_FORMATS.includes(options.format)) return usualMs
    const frames = Math.min(maxFrames, framesToRecord(options) ?? maxFrames)
    return Math.min(usualMs + frames * FRAME_MS, LONGEST_MS)
  },
)
