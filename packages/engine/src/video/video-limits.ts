import { defaultLimits, type VideoLengthLimits } from '@render/options'
import type { Size } from '../geometry.ts'

/** The operator's limits of a video. */
export interface VideoLimits extends Size, VideoLengthLimits {}

export const defaultVideoLimits: VideoLimits = {
  width: defaultLimits.videoWidth,
  height: defaultLimits.videoHeight,
  frames: 1800,
  durationMs: defaultLimits.videoMs,
}
