import { RenderError } from '@render/errors'
import type { RenderOptions, ResolvedName } from '@render/options'
import { sideOf, type PictureBounds } from '../picture-limits.ts'

interface Size {
  width: number
  height: number
}

/** @throws {RenderError} `InvalidOptions` when the options named would make too many pixels. */
export function requireRoom(size: Size, { pixels }: PictureBounds, options: readonly ResolvedName[]): void {
  if (size.width * size.height <= pixels) return
  throw tooLarge(options, `${sizeOf(size)} is more than the ${pixels} pixels that a picture may have`)
}

/** @throws {RenderError} `InvalidOptions` when no file of the format can be as large as the options named made it. */
export function requireSide(
  size: Size,
  format: RenderOptions['format'],
  options: readonly ResolvedName[],
): void {
  if (Math.max(size.width, size.height) <= sideOf(format)) return
  throw tooLarge(
    options,
    `${sizeOf(size)} is more than the ${sideOf(format)} pixels a side that ${format} can have`,
  )
}

/** What librsvg draws along a side at most. */
const DRAWN_SIDE = 32_767

/** @throws {RenderError} `InvalidOptions` when what the options named draw is larger than can be drawn. */
export function requireDrawable(size: Size, options: readonly ResolvedName[]): void {
  if (Math.max(size.width, size.height) <= DRAWN_SIDE) return
  throw tooLarge(options, `${sizeOf(size)} is more than the ${DRAWN_SIDE} pixels a side that can be drawn`)
}

function sizeOf({ width, height }: Size): string {
  return `${width}x${height}`
}

function tooLarge(options: readonly ResolvedName[], reason: string): RenderError {
  const names = options.map((option) => `"${option}"`).join(', ')
  const message = `The picture would be too large by ${names}: ${reason}.`
  return new RenderError('InvalidOptions', {
    message,
    details: options.map((option) => ({ option, message })),
  })
}
