import { RenderError } from '@render/errors'
import type { ResolvedName } from '@render/options'
import type { ImageFormat } from '@render/outputs'
import { sideOf, type PictureBounds } from '../picture-limits.ts'
import type { Size } from '../geometry.ts'

/** @throws {RenderError} `InvalidOptions`, naming the given options, when a size has too many pixels or too long a side. */
export function requirePixels(
  size: Size,
  { pixels, side }: PictureBounds,
  options: readonly ResolvedName[],
): void {
  if (size.width * size.height > pixels)
    throw tooLarge(options, `${sizeOf(size)} is more than the ${pixels} pixels that an image may have`)
  if (Math.max(size.width, size.height) > side)
    throw tooLarge(options, `${sizeOf(size)} is more than the ${side} pixels a side that an image may have`)
}

/** @throws {RenderError} `InvalidOptions`, naming the given options, when a side is longer than the format allows. */
export function requireSide(size: Size, format: ImageFormat, options: readonly ResolvedName[]): void {
  if (Math.max(size.width, size.height) <= sideOf(format)) return
  throw tooLarge(
    options,
    `${sizeOf(size)} is more than the ${sideOf(format)} pixels a side that ${format} can have`,
  )
}

/** The longest side that librsvg draws, in pixels. */
const DRAWN_SIDE = 32_767

/** @throws {RenderError} `InvalidOptions`, naming the given options, when a drawing has a side that librsvg cannot draw. */
export function requireDrawable(size: Size, options: readonly ResolvedName[]): void {
  if (Math.max(size.width, size.height) <= DRAWN_SIDE) return
  throw tooLarge(options, `${sizeOf(size)} is more than the ${DRAWN_SIDE} pixels a side that can be drawn`)
}

function sizeOf({ width, height }: Size): string {
  return `${width}x${height}`
}

function tooLarge(options: readonly ResolvedName[], reason: string): RenderError {
  const names = options.map((option) => `"${option}"`).join(', ')
  const message = `The image would be too large because of ${names}: ${reason}.`
  return RenderError.forOption(options, message)
}
