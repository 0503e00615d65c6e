import type { RenderOptions, ResolvedName } from '@render/options'
import type { ImageFormat } from '@render/outputs'
import type { Area } from '../geometry.ts'
import {
  fitPicture,
  isWithin,
  longest,
  sideOf,
  type Fitting,
  type PictureBounds,
  type Surround,
} from '../picture-limits.ts'
import { toDevicePixels } from '../pictures/capture-area.ts'
import { sizeInFrame } from '../pictures/fit.ts'
import { sizeWithSurroundings, surroundings } from './surroundings.ts'

/** Options that change the size of a captured picture to one that is known before the capture. */
export const sizeChanges = [
  ...surroundings,
  'thumb_width',
  'thumb_height',
  'img_fit',
  'auto_crop',
] as const satisfies ResolvedName[]

type Changes = Pick<RenderOptions, (typeof sizeChanges)[number]>

/** Returns the function that adds to a picture what is drawn around it. */
export function surroundBy(options: Changes): Surround {
  return (picture, ratio) => sizeWithSurroundings(picture, options, Math.max(1, ratio))
}

/** Fits an area into a picture of the format that is not too large with its surroundings, nor once it is resized. */
export function fitArea(
  { ratio, ...area }: Area & Fitting,
  { format, ...options }: Changes & { format: ImageFormat },
  bounds: PictureBounds,
): Fitting {
  const { thumb_width: width, thumb_height: height, img_fit: fit, auto_crop } = options
  const surround = surroundBy(options)
  const limits = { ...bounds, side: Math.min(bounds.side, sideOf(format)) }

  // A lower ratio would not make the resized picture smaller. Its size is not known when it is cropped to its content.
  const cutForResize = (picture: Fitting): Fitting => {
    const isWithinOnceResized = (length: number): boolean => {
      const captured = toDevicePixels({ ...area, ...picture, height: length }, picture.ratio)
      return isWithin(sizeInFrame(surround(captured, picture.ratio), { width, height, fit }), limits)
    }
    return auto_crop ? picture : { ...picture, height: longest(picture.height, isWithinOnceResized) }
  }
  const cut = cutForResize({ ...area, ratio })
  return cutForResize(fitPicture(cut, format, bounds, surround))
}
