/** A rectangle of whole pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * What the browser draws exactly, and holds in memory, at once: a page of 15 000 px at the usual width still is one
 * capture, as each costs time of its own.
 */
const ONE_CAPTURE = { pixels: 21_000_000, side: 16_384 }
/** Beyond that, a size at which the memory needed hardly shows. */
const TILE = { pixels: 8_000_000, side: 16_384 }

/** The captures that a box of device pixels is made of, from left to right and top to bottom; most are one. */
export function cutIntoTiles(box: Box): Box[] {
  const { width, height } = box
  if (isOneTile(box)) return [box]
  const columns = cut(box.x, width, TILE.side)
  const rows = cut(box.y, height, Math.floor(TILE.pixels / Math.min(width, TILE.side)))
  return rows.flatMap(([y, tall]) => columns.map(([x, wide]) => ({ x, y, width: wide, height: tall })))
}

export function isOneTile({ width, height }: Pick<Box, 'width' | 'height'>): boolean {
  return Math.max(width, height) <= ONE_CAPTURE.side && width * height <= ONE_CAPTURE.pixels
}

/** Pieces of a length that are `most` long, but for the last one. */
function cut(start: number, length: number, most: number): [start: number, length: number][] {
  return Array.from({ length: Math.ceil(length / most) }, (_, index) => [
    start + index * most,
    Math.min(most, length - index * most),
  ])
}
