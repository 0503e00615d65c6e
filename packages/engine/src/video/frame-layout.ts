import type { RenderOptions } from '@render/options'
import type { Area, Size } from '../geometry.ts'

/** How each frame of a page becomes a picture of the video; whole pixels. */
export interface FrameLayout {
  /** The part of the frame that is shown. */
  crop: Area
  /** The size of that part after it is scaled, before columns and rows beyond `shown` are cut off. */
  scaled: Size
  /** Where it is in the video, on black. Sizes and places are even, as chroma has half the resolution. */
  shown: Area
  video: Size
}

type LayoutOptions = Pick<
  RenderOptions,
  'video_width' | 'video_height' | 'video_aspect' | 'video_chrome_height' | 'video_crop_w'
>

/**
 * Decides the size of a video and the place of a page's frames in it. Adds a warning where it becomes smaller than asked for,
 * and for an option without effect.
 */
export function layOutFrames(
  frame: Size,
  { video_width, video_height, video_aspect, video_chrome_height, video_crop_w = frame.width }: LayoutOptions,
  largest: Size,
  warnings: string[],
): FrameLayout {
  if (video_aspect !== undefined && video_width !== undefined && video_height !== undefined)
    warnings.push('"video_aspect" has no effect with both "video_width" and "video_height".')
  if (video_crop_w > frame.width)
    warnings.push(`"video_crop_w" has no effect: frames are only ${frame.width} pixels wide.`)
  const width = Math.min(video_crop_w, frame.width)
  const top = Math.min(video_chrome_height, Math.max(0, frame.height - 2))
  const crop = { x: Math.floor((frame.width - width) / 2), y: top, width, height: frame.height - top }
  const wanted = wantedSize(crop, { video_width, video_height, video_aspect })
  const reduction = Math.min(1, largest.width / wanted.width, largest.height / wanted.height)
  const video = { width: even(wanted.width * reduction), height: even(wanted.height * reduction) }
  if (reduction < 1)
    warnings.push(
      `The video is ${video.width} x ${video.height} pixels instead of ${Math.round(wanted.width)} x ${Math.round(wanted.height)}: it can have at most ${largest.width} x ${largest.height}.`,
    )
  const scale = reduction * Math.min(wanted.width / crop.width, wanted.height / crop.height)
  const scaled = { width: atLeastTwo(crop.width * scale), height: atLeastTwo(crop.height * scale) }
  const size = {
    width: even(Math.min(scaled.width, video.width)),
    height: even(Math.min(scaled.height, video.height)),
  }
  const shown = {
    x: evenPlace(video.width - size.width),
    y: evenPlace(video.height - size.height),
    ...size,
  }
  return { crop, scaled, shown, video }
}

/** Returns the size of a video before limits and rounding. */
function wantedSize(
  { width, height }: Size,
  {
    video_width,
    video_height,
    video_aspect: ratio = width / height,
  }: Pick<LayoutOptions, 'video_width' | 'video_height' | 'video_aspect'>,
): Size {
  if (video_width !== undefined) return { width: video_width, height: video_height ?? video_width / ratio }
  if (video_height !== undefined) return { width: video_height * ratio, height: video_height }
  return { width: Math.max(width, height * ratio), height: Math.max(height, width / ratio) }
}

function atLeastTwo(length: number): number {
  return Math.max(2, Math.round(length))
}

/** Rounds down to an even length, so that 4000 x 0.27 counts as 1080. */
function even(length: number): number {
  return Math.max(2, Math.floor(length / 2 + 1e-6) * 2)
}

/** Returns where something lies in the middle of a margin. */
function evenPlace(margin: number): number {
  return Math.floor(margin / 4) * 2
}
