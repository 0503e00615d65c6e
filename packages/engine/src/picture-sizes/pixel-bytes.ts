import type { RenderOptions } from '@render/options'
import type { PictureBounds } from '../picture-limits.ts'
import type { Size } from '../geometry.ts'
import { sizeInFrame } from '../pictures/fit.ts'
import { sizeWithSurroundings, type Surroundings } from './surroundings.ts'

type Growth = Surroundings & Pick<RenderOptions, 'auto_crop' | 'thumb_width' | 'thumb_height' | 'img_fit'>

/** A picture before and after a change, or a whole one and its sections, with four samples per pixel. */
const BYTES_PER_PIXEL = 8

/**
 * Returns how many bytes the bare pixels of a picture take at most, from its capture until it is encoded. `ratio` is the
 * pixels per CSS pixel of what is drawn around it.
 */
export function pixelBytes(
  captured: Size,
  options: Growth,
  ratio: number,
  { pixels }: PictureBounds,
): number {
  const around = sizeWithSurroundings(captured, options, ratio)
  const largest = Math.max(areaOf(captured), areaOf(around), resizedArea(around, options))
  // A picture that would exceed the bounds is made smaller, or refused before it is made.
  return Math.min(pixels, largest) * BYTES_PER_PIXEL
}

/** A crop to the content before a resize to one side makes the other side longer, without a limit of its own. */
function resizedArea(picture: Size, options: Growth): number {
  const { thumb_width: width, thumb_height: height, img_fit: fit, auto_crop } = options
  if (!width && !height) return 0
  if (auto_crop) return width && height && fit !== 'outside' ? width * height : Infinity
  return areaOf(sizeInFrame(picture, { width, height, fit }))
}

function areaOf({ width, height }: Size): number {
  return width * height
}
