import type { RenderOptions } from '@render/options'
import type { Area } from './work.ts'

/** More would cost the browser some 20 MB per million pixels and more. */
export const MAX_PIXELS = 40_000_000
const MAX_SIDE = 30_000

const FORMAT_SIDE: Record<RenderOptions['format'], number> = {
  png: MAX_SIDE,
  jpg: MAX_SIDE,
  webp: 16_383,
  avif: 16_384,
}

/** Pixels a side of a picture of a format can have at most. */
export function sideOf(format: RenderOptions['format']): number {
  return FORMAT_SIDE[format]
}

/** The part of an area, from its top left, that a picture of a format can show. */
export function fitPicture(area: Area, format: RenderOptions['format']): Area {
  const width = Math.min(area.width, FORMAT_SIDE[format])
  const height = Math.min(area.height, FORMAT_SIDE[format], Math.floor(MAX_PIXELS / width))
  return { ...area, width, height }
}

/** What the caller is told when only a part of what was wanted is shown. */
export function tellCut(wanted: Area, shown: Area, format: RenderOptions['format']): string[] {
  if (shown.width === wanted.width && shown.height === wanted.height) return []
  const sizes = `${wanted.width}x${wanted.height} pixels to the ${shown.width}x${shown.height}`
  return [`The picture was cut from ${sizes} that ${format} may have here.`]
}
