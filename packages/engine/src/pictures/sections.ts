import type { Area, Size } from '../geometry.ts'

/** The largest side of a section when the caller sends none, in CSS pixels. */
export const SECTION_SIDE = 4096

/**
 * Cuts an area into sections that meet at whole device pixels, row by row; within a row from the edge where the page
 * begins.
 */
export function cutIntoSections(area: Area, maxSize: Size, ratio: number): Area[] {
  const rows = cut(area.height, maxSize.height, ratio)
  const columns = cut(area.width, maxSize.width, ratio)
  const xOf = ([start, width]: Piece): number =>
    area.x < 0 ? area.x + area.width - start - width : area.x + start
  return rows.flatMap(([top, height]) =>
    columns.map((piece) => ({ x: xOf(piece), y: area.y + top, width: piece[1], height })),
  )
}

/** Limits an area to a size, from the edge where the page begins. */
export function beginningOf(area: Area, maxSize: Size): Area {
  const width = Math.min(area.width, maxSize.width)
  const height = Math.min(area.height, maxSize.height)
  return { x: area.x < 0 ? area.x + area.width - width : area.x, y: area.y, width, height }
}

type Piece = [start: number, length: number]

/** Cuts a length into pieces of at least one device pixel each; the last one also has what is less than half a pixel. */
function cut(length: number, maxLength: number, ratio: number): Piece[] {
  const pixels = Math.max(1, Math.floor(maxLength * ratio))
  const count = Math.max(1, Math.ceil(Math.round(length * ratio) / pixels))
  const step = pixels / ratio
  return Array.from({ length: count }, (_, index) => [
    index * step,
    index + 1 === count ? length - index * step : step,
  ])
}
