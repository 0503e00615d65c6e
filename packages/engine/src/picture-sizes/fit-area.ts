import type { RenderOptions, ResolvedName } from '@render/options'
import type { Area, Viewport } from '../geometry.ts'
import {
  fitPicture,
  isReduced,
  isWithin,
  longest,
  refuseChange,
  sideOf,
  warningsOfChange,
  type Fitting,
  type PictureBounds,
  type Surround,
} from '../picture-limits.ts'
import { toDevicePixels } from '../pictures/capture-area.ts'
import { sizeInFrame } from '../pictures/fit.ts'
import type { ImageOptions } from '../pictures/image-context.ts'
import { sizeWithSurroundings, surroundings } from './surroundings.ts'

/** Options that change the size of a captured picture to one that is known before the capture. */
const sizeChanges = [
  ...surroundings,
  'thumb_width',
  'thumb_height',
  'img_fit',
  'auto_crop',
] as const satisfies ResolvedName[]

type Changes = Pick<RenderOptions, (typeof sizeChanges)[number]>

/** The options that decide how large a picture of an area is. */
export const areaChanges = [
  'format',
  'width',
  'height',
  'dpr',
  'force_dpr',
  ...sizeChanges,
] as const satisfies ResolvedName[]

/**
 * Fits what is shown, an area or else the viewport, into a picture of the format; returns warnings of what is changed for it.
 * A bar, a frame, padding and a resize count for an area. They do not count where they would be too large for a picture of
 * the requested size: their stages refuse that.
 * @throws {RenderError} `InvalidOptions` when the ratio is forced and cannot be kept.
 */
export function fitShown(
  { area, viewport }: { area?: Area; viewport: Viewport },
  { width, height, dpr, force_dpr, ...options }: Pick<ImageOptions, (typeof areaChanges)[number]>,
  bounds: PictureBounds,
): { fitting: Fitting; warnings: string[] } {
  const { ratio } = viewport
  const requested = { x: 0, y: 0, ...fitPicture({ width, height, ratio }, options.format, bounds) }
  const hasRoom = !isReduced(requested, fitArea(requested, options, bounds))

  const shown = area ?? viewport
  const wanted = { width: shown.width, height: shown.height, ratio: dpr }
  const measured = hasRoom && !force_dpr ? area : undefined
  const fitting = measured
    ? fitArea({ ...measured, ratio }, options, bounds)
    : fitPicture({ ...wanted, ratio }, options.format, bounds)
  if (force_dpr) refuseChange(wanted, fitting)
  return { fitting, warnings: warningsOfChange(wanted, fitting, measured && surroundBy(options)) }
}

/** Returns the function that adds to a picture what is drawn around it. */
function surroundBy(options: Changes): Surround {
  return (picture, ratio) => sizeWithSurroundings(picture, options, Math.max(1, ratio))
}

/** Fits an area into a picture of the format that is not too large with its surroundings, nor once it is resized. */
export function fitArea(
  { ratio, ...area }: Area & Fitting,
  { format, ...options }: Changes & Pick<ImageOptions, 'format'>,
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
