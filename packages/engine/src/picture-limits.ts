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

/** The size of a picture in CSS pixels, and the ratio of its pixels to those. */
export type Fitting = Viewport

/**
 * Fits a size in CSS pixels into a picture. The operator's limits lower the ratio, down to one pixel per CSS pixel, then
 * cut the size; the limit of the format lowers the ratio further.
 */
export function fitPicture(wanted: Fitting, format: Format, bounds: PictureBounds): Fitting {
  const cut = cutTo(bounds, { ...wanted, ratio: lowerTo(bounds, wanted) })
  return { ...cut, ratio: largestRatio({ side: sideOf(format), pixels: Infinity }, cut) }
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
  if (!fits(bounds, { ...viewport, ratio })) {
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
export function warningsOfChange(wanted: Fitting, fitting: Fitting): string[] {
  const cut = `The image was cut from ${wanted.width}x${wanted.height} CSS pixels to ${fitting.width}x${fitting.height}; "max_height" sets where it ends.`
  const lowered = `The image was made with ${fitting.ratio} pixels for each CSS pixel instead of ${wanted.ratio}: ${inPixels(wanted)} are too many.`
  return [...(isCut(wanted, fitting) ? [cut] : []), ...(fitting.ratio < wanted.ratio ? [lowered] : [])]
}

export function isCut(wanted: Size, fitting: Size): boolean {
  return fitting.width < wanted.width || fitting.height < wanted.height
}

/** Returns the largest ratio within the limits, but not less than one pixel per CSS pixel. */
function lowerTo(bounds: PictureBounds, wanted: Fitting): number {
  return Math.max(largestRatio(bounds, wanted), Math.min(1, wanted.ratio))
}

/** Returns the largest ratio that fits, rounded down to three digits so that it can be quoted and sent as `dpr`. */
function largestRatio({ pixels, side }: PictureBounds, { width, height, ratio }: Fitting): number {
  if (fits({ pixels, side }, { width, height, ratio })) return ratio
  const fitting = Math.min(side / width, side / height, Math.sqrt(pixels / (width * height)))
  for (let thousandths = Math.floor(fitting * 1000); thousandths > 1; thousandths -= 1)
    if (fits({ pixels, side }, { width, height, ratio: thousandths / 1000 })) return thousandths / 1000
  return 1 / 1000
}

function cutTo(bounds: PictureBounds, wanted: Fitting): Fitting {
  if (fits(bounds, wanted)) return wanted
  const width = Math.min(wanted.width, Math.floor(bounds.side / wanted.ratio))
  return cutSide(bounds, { ...wanted, width }, 'height')
}

/** Cuts one side to what fits with the other one at the same ratio. */
function cutSide(bounds: PictureBounds, wanted: Fitting, cut: keyof Size): Fitting {
  if (fits(bounds, wanted)) return wanted
  const { width, height, ratio } = wanted
  const rows = Math.floor(bounds.pixels / toPixels(cut === 'width' ? height : width, ratio))
  const longest = Math.floor(Math.min(bounds.side, rows) / ratio)
  return { ...wanted, [cut]: Math.min(wanted[cut], longest) }
}

function fits({ pixels, side }: PictureBounds, { width, height, ratio }: Fitting): boolean {
  const [across, down] = [toPixels(width, ratio), toPixels(height, ratio)]
  return across <= side && down <= side && across * down <= pixels
}

/** Returns the number of pixels that a length can touch, wherever it begins. */
function toPixels(length: number, ratio: number): number {
  return Math.ceil(length * ratio - 1e-6)
}

function inPixels({ width, height, ratio }: Fitting): string {
  return `${toPixels(width, ratio)}x${toPixels(height, ratio)} pixels`
}
