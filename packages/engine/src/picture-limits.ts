import { RenderError } from '@render/errors'
import type { Format } from '@render/outputs'
import type { Size, Viewport } from './geometry.ts'

/** The operator's limits for a picture, in pixels of the file. */
export interface PictureBounds {
  /** Width times height; the browser needs at least 20 MB per million pixels. */
  pixels: number
  /** Longest side. */
  side: number
}

export const defaultBounds: PictureBounds = { pixels: 40_000_000, side: 30_000 }

/** Longest sides that encoders support; other formats exceed any limit. */
const FORMAT_SIDES: Partial<Record<Format, number>> = { jpg: 65_500, webp: 16_383, avif: 16_384 }

/** Returns the longest side of a format, in pixels. */
export function sideOf(format: Format): number {
  return FORMAT_SIDES[format] ?? Infinity
}

/** Returns whether a size in pixels is within the limits. */
export function isWithin({ width, height }: Size, { pixels, side }: PictureBounds): boolean {
  return width <= side && height <= side && width * height <= pixels
}

/** The size of a picture in CSS pixels, and the ratio of its pixels to those. */
export type Fitting = Viewport

/** Returns the size of a picture in pixels, at a ratio, with what is drawn around it. */
export type Surround = (picture: Size, ratio: number) => Size

const alone: Surround = (picture) => picture

/**
 * Fits a size in CSS pixels into a picture, with its surroundings. The operator's limits lower the ratio, down to one pixel
 * per CSS pixel, then cut the size; the limit of the format lowers the ratio further. A side keeps at least one CSS pixel.
 */
export function fitPicture(
  wanted: Fitting,
  format: Format,
  bounds: PictureBounds,
  surround = alone,
): Fitting {
  const cut = cutTo(bounds, { ...wanted, ratio: lowerTo(bounds, wanted, surround) }, surround)
  return { ...cut, ratio: largestRatio({ side: sideOf(format), pixels: Infinity }, cut, surround) }
}

/**
 * Lowers the ratio of a viewport to the limits; the last parameter names the options of its sides.
 * @throws {RenderError} `InvalidOptions` when it is too large at every ratio or at the forced one, or smaller than a pixel,
 * which a browser never draws.
 */
export function fitViewportToBounds(
  viewport: Viewport,
  forced: boolean,
  bounds: PictureBounds,
  [across, down]: readonly [string, string] = ['width', 'height'],
): Viewport {
  const ratio = lowerTo(bounds, viewport)
  if (!fits(bounds, { ...viewport, ratio }, alone)) {
    const message = `"${across}" times "${down}" must be at most ${bounds.pixels} pixels, and each at most ${bounds.side}.`
    throw RenderError.forOption([across, down], message)
  }
  if (Math.min(viewport.width, viewport.height) * ratio < 1) {
    const message = `"${across}" and "${down}" must be at least a pixel at a "dpr" of ${ratio}.`
    throw RenderError.forOption([across, down, 'dpr'], message)
  }
  const fitting = { ...viewport, ratio }
  if (forced) refuseChange(viewport, fitting)
  return fitting
}

/** Cuts a side of a viewport that was measured, when the viewport would be too large even at a lower ratio. */
export function cutMeasured(viewport: Viewport, measured: keyof Size, bounds: PictureBounds): Viewport {
  const cut = cutSide(bounds, { ...viewport, ratio: lowerTo(bounds, viewport) }, measured)
  return { ...viewport, [measured]: cut[measured] }
}

/** @throws {RenderError} `InvalidOptions` when the picture is cut or has a lower ratio than wanted. */
export function refuseChange(wanted: Fitting, fitting: Fitting): void {
  if (isCut(wanted, fitting)) {
    const message = `"force_dpr" cannot be kept: ${inPixels(wanted)} are too many; ${fitting.width}x${fitting.height} CSS pixels with a "dpr" of ${fitting.ratio} would fit.`
    throw RenderError.forOption(['force_dpr'], message)
  }
  if (fitting.ratio < wanted.ratio) {
    const message = `"force_dpr" cannot be kept: ${inPixels(wanted)} are too many; a "dpr" of ${fitting.ratio} would fit.`
    throw RenderError.forOption(['force_dpr'], message)
  }
}

/** Returns warnings when the picture is cut or has a lower ratio than wanted. */
export function warningsOfChange(wanted: Fitting, fitting: Fitting, surround = alone): string[] {
  const cut = `The image was cut from ${wanted.width}x${wanted.height} CSS pixels to ${fitting.width}x${fitting.height}; "max_height" sets where it ends.`
  const lowered = `The image was made with ${fitting.ratio} pixels for each CSS pixel instead of ${wanted.ratio}: ${inPixels(wanted, surround)} are too many.`
  return [...(isCut(wanted, fitting) ? [cut] : []), ...(fitting.ratio < wanted.ratio ? [lowered] : [])]
}

/** Returns whether the picture is cut or has a lower ratio than wanted. */
export function isReduced(wanted: Fitting, fitting: Fitting): boolean {
  return isCut(wanted, fitting) || fitting.ratio < wanted.ratio
}

export function isCut(wanted: Size, fitting: Size): boolean {
  return fitting.width < wanted.width || fitting.height < wanted.height
}

/** Returns the largest ratio within the limits, but not less than one pixel per CSS pixel. */
function lowerTo(bounds: PictureBounds, wanted: Fitting, surround = alone): number {
  return Math.max(largestRatio(bounds, wanted, surround), Math.min(1, wanted.ratio))
}

/** Returns the largest ratio that fits, rounded down to three digits so that it can be quoted and sent as `dpr`. */
function largestRatio(bounds: PictureBounds, wanted: Fitting, surround: Surround): number {
  const { width, height, ratio } = wanted
  if (fits(bounds, wanted, surround)) return ratio
  const { pixels, side } = bounds
  const fitting = Math.min(ratio, side / width, side / height, Math.sqrt(pixels / (width * height)))
  for (let thousandths = Math.floor(fitting * 1000); thousandths > 1; thousandths -= 1)
    if (fits(bounds, { width, height, ratio: thousandths / 1000 }, surround)) return thousandths / 1000
  return 1 / 1000
}

function cutTo(bounds: PictureBounds, wanted: Fitting, surround: Surround): Fitting {
  const { side } = bounds
  const width = longest(wanted.width, (length) =>
    fits({ side, pixels: Infinity }, { ...wanted, width: length, height: 1 }, surround),
  )
  return cutSide(bounds, { ...wanted, width }, 'height', surround)
}

/** Cuts one side to what fits with the other one at the same ratio. */
function cutSide(bounds: PictureBounds, wanted: Fitting, cut: keyof Size, surround = alone): Fitting {
  return {
    ...wanted,
    [cut]: longest(wanted[cut], (length) => fits(bounds, { ...wanted, [cut]: length }, surround)),
  }
}

/** Returns the longest length up to `wanted` that fits, in whole CSS pixels when it is shorter; at least 1. */
export function longest(wanted: number, fitsIn: (length: number) => boolean): number {
  if (fitsIn(wanted)) return wanted
  let [fitting, beyond] = [1, Math.ceil(wanted)]
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2)
    if (fitsIn(middle)) fitting = middle
    else beyond = middle
  }
  return fitting
}

function fits(bounds: PictureBounds, fitting: Fitting, surround: Surround): boolean {
  const picture = pixelsOf(fitting)
  return isWithin(picture, bounds) && isWithin(surround(picture, fitting.ratio), bounds)
}

function pixelsOf({ width, height, ratio }: Fitting): Size {
  return { width: toPixels(width, ratio), height: toPixels(height, ratio) }
}

/** Returns the number of pixels that a length can touch, wherever it begins. */
function toPixels(length: number, ratio: number): number {
  return Math.ceil(length * ratio - 1e-6)
}

function inPixels(wanted: Fitting, surround = alone): string {
  const { width, height } = surround(pixelsOf(wanted), wanted.ratio)
  return `${width}x${height} pixels`
}
