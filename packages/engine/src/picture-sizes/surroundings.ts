import type { RenderOptions, ResolvedName } from '@render/options'
import { marginsOf } from '../device-frames/device-frames.ts'
import type { Size } from '../geometry.ts'
import { barHeight } from '../pictures/bar.ts'

const NONE = { top: 0, right: 0, bottom: 0, left: 0 }

/** Options that decide how large a picture with its surroundings is. */
export const surroundings = [
  'crop_width',
  'wrap',
  'img_pad',
  'show_url',
  'show_timestamp',
] as const satisfies ResolvedName[]

export type Surroundings = Pick<RenderOptions, (typeof surroundings)[number]>

/**
 * Returns the largest size that a captured picture can have with a bar, a frame and padding around it, in pixels. `ratio` is
 * the pixels per CSS pixel of what is drawn.
 */
export function sizeWithSurroundings(
  { width, height }: Size,
  { crop_width = Infinity, wrap, img_pad: pad, show_url, show_timestamp }: Surroundings,
  ratio: number,
): Size {
  const texts = [show_url, show_timestamp].filter(Boolean).length
  const bar = texts > 0 ? barHeight(texts, ratio) : 0
  const frame = wrap ? marginsOf(wrap, ratio) : NONE
  const { top, right, bottom, left } = pad ?? NONE
  return {
    width: left + frame.left + Math.min(width, crop_width) + frame.right + right,
    height: top + frame.top + bar + height + frame.bottom + bottom,
  }
}
