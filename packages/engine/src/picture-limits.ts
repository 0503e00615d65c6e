import { RenderError } from '@render/errors'
import type { Format } from '@render/options'
import type { Viewport } from './work.ts'

/** What an operator lets a picture have at most, in pixels of the file. */
export interface PictureBounds {
  /** In all: the browser needs some 20 MB per million of them and more. */
  pixels: number
  /** Along a side. */
  side: number
}

export const defaultBounds: PictureBounds = { pixels: 40_000_000, side: 30_000 }

/** What encoders can do along a side; the others more than any bound. */
const FORMAT_SIDES: Partial<Record<Format, number>> = { jpg: 65_500, webp: 16_383, avif: 16_384 }

/** Pixels a side of a file of a format can have at most. */
export function sideOf(format: Format): number {
  return FORMAT_SIDES[format] ?? Infinity
}

interface Size {
  width: number
  height: number
}

/** What becomes of a part of a page: CSS pixels of it that are shown, and pixels of the picture for each of them. */
export type Fitting = Viewport

/**
 * How much of a size in CSS pixels a picture can show, and how large. The operator's bounds are met by a lower ratio, down
 * to one pixel for each CSS pixel, and then by a cut; what the format cannot hold is made smaller.
 */
export function fitPicture(wanted: Fitting, format: Format, bounds: PictureBounds): Fitting {
  const shown = cutTo(bounds, { ...wanted, ratio: lowerTo(bounds, wanted) })
  return { ...shown, ratio: largestRatio({ side: sideOf(format), pixels: Infinity }, shown) }
}

/**
 * The viewport at the ratio that a browser can be asked for; `from` are the options that its sides come from.
 * @throws {RenderError} `InvalidOptions` when it is too large at every ratio, or at the one that is forced, or less than
 * a pixel, which a browser would never draw.
 */
export function fitViewport(
  viewport: Viewport,
  forced: boolean,
  bounds: PictureBounds,
  [across, down]: readonly [string, string] = ['width', 'height'],
): Viewport {
  const ratio = lowerTo(bounds, viewport)
  if (!fits(bounds, { ...viewport, ratio })) {
    const message = `"${across}" times "${down}" must be at most ${bounds.pixels} pixels, and each at most ${bounds.side}.`
    throw invalid([across, down], message)
  }
  if (Math.min(viewport.width, viewport.height) * ratio < 1) {
    const message = `"${across}" and "${down}" must be at least a pixel at a "dpr" of ${ratio}.`
    throw invalid([across, down, 'dpr'], message)
  }
  const fitting = { ...viewport, ratio }
  if (forced) refuseChange(viewport, fitting)
  return fitting
}

/** @throws {RenderError} `InvalidOptions` when the picture is not all of what was wanted at its ratio. */
export function refuseChange(wanted: Fitting, fitting: Fitting): void {
  if (isCut(wanted, fitting)) {
    const message = `"force_dpr" cannot be kept: ${inPixels(wanted)} are too many; ${fitting.width}x${fitting.height} CSS pixels with a "dpr" of ${fitting.ratio} would fit.`
    throw invalid(['force_dpr'], message)
  }
  if (fitting.ratio < wanted.ratio) {
    const message = `"force_dpr" cannot be kept: ${inPixels(wanted)} are too many; a "dpr" of ${fitting.ratio} would fit.`
    throw invalid(['force_dpr'], message)
  }
}

/** What the caller is told when a picture is not all of what was wanted at its ratio. */
export function tellChange(wanted: Fitting, fitting: Fitting): string[] {
  const cut = `The picture was cut from ${wanted.width}x${wanted.height} CSS pixels to ${fitting.width}x${fitting.height}; "max_height" says where to end it.`
  const lowered = `The picture was made with ${fitting.ratio} pixels for each CSS pixel instead of ${wanted.ratio}: ${inPixels(wanted)} are too many.`
  return [...(isCut(wanted, fitting) ? [cut] : []), ...(fitting.ratio < wanted.ratio ? [lowered] : [])]
}

export function isCut(wanted: Size, shown: Size): boolean {
  return shown.width < wanted.width || shown.height < wanted.height
}

/** The ratio at which all of a size is within bounds, but not below that of one pixel for each CSS pixel. */
function lowerTo(bounds: PictureBounds, wanted: Fitting): number {
  return Math.max(largestRatio(bounds, wanted), Math.min(1, wanted.ratio))
}

/** To three digits, rounded down, so that it can be told and asked for. */
function largestRatio({ pixels, side }: PictureBounds, { width, height, ratio }: Fitting): number {
  if (fits({ pixels, side }, { width, height, ratio })) return ratio
  const fitting = Math.min(side / width, side / height, Math.sqrt(pixels / (width * height)))
  for (let thousandths = Math.floor(fitting * 1000); thousandths > 1; thousandths -= 1)
    if (fits({ pixels, side }, { width, height, ratio: thousandths / 1000 })) return thousandths / 1000
  return 1 / 1000
}

function cutTo({ pixels, side }: PictureBounds, wanted: Fitting): Fitting {
  const { ratio } = wanted
  if (fits({ pixels, side }, wanted)) return wanted
  const width = Math.min(wanted.width, Math.floor(side / ratio))
  const rows = Math.min(side, Math.floor(pixels / toPixels(width, ratio)))
  return { width, height: Math.min(wanted.height, Math.floor(rows / ratio)), ratio }
}

function fits({ pixels, side }: PictureBounds, { width, height, ratio }: Fitting): boolean {
  const [across, down] = [toPixels(width, ratio), toPixels(height, ratio)]
  return across <= side && down <= side && across * down <= pixels
}

/** As many as a length can touch, wherever it begins. */
function toPixels(length: number, ratio: number): number {
  return Math.ceil(length * ratio - 1e-6)
}

function inPixels({ width, height, ratio }: Fitting): string {
  return `${toPixels(width, ratio)}x${toPixels(height, ratio)} pixels`
}

function invalid(options: string[], message: string): RenderError {
  return new RenderError('InvalidOptions', {
    message,
    details: options.map((option) => ({ option, message })),
  })
}
