import type { RenderOptions, Rgba } from '@render/options'
import type { Sharp } from 'sharp'
import type { Size } from '../geometry.ts'

/** A target size; the other members apply when both sides are given, as `img_fit`, `img_position` and `img_bg` do. */
export interface ImageFit {
  width?: number
  height?: number
  fit: RenderOptions['img_fit']
  position: RenderOptions['img_position']
  background?: Rgba
}

export function fitImage(image: Sharp, { width, height, fit, position, background }: ImageFit): Sharp {
  // With one side alone the ratio is kept; sharp would stretch for `fill`.
  if (!width || !height) return image.resize({ width, height })
  // A position only matters when a part of the picture is cut off.
  const isChosen = position === 'entropy' || position === 'attention'
  const place = fit === 'contain' && isChosen ? 'center' : position
  return image.resize({ width, height, fit, position: place, background })
}

/** Returns the largest size that `fitImage` can produce. */
export function sizeInFrame(
  picture: Size,
  { width, height, fit }: Pick<ImageFit, 'width' | 'height' | 'fit'>,
): Size {
  const isInFrame = width && height && fit !== 'outside'
  if (isInFrame && fit !== 'inside') return { width, height }
  const scales = [(width ?? 0) / picture.width, (height ?? 0) / picture.height]
  const scale = isInFrame ? Math.min(...scales) : Math.max(...scales)
  // The side that is given must not be rounded up.
  const toPixels = (length: number): number => Math.ceil(length * scale - 1e-6)
  return { width: toPixels(picture.width), height: toPixels(picture.height) }
}
