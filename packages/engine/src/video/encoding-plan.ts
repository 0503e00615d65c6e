import type { FfmpegArguments, RenderOptions, VideoFile } from '@render/options'
import type { FrameLayout } from './frame-layout.ts'

/** How the encoder makes a video of a page's frames. */
export interface EncodingPlan extends VideoFile {
  /** The type of the frames. */
  input: 'jpeg' | 'png'
  fps: number
  layout: FrameLayout
  preset: RenderOptions['video_preset']
  /** A constant quality, or an average bit rate. */
  rate: { quality: number } | { kilobits: number }
  referenceFrames?: number
  /** Arguments of the caller, which replace ours. */
  further: FfmpegArguments
}
