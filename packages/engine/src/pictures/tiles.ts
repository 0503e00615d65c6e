/** A rectangle of whole pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The side up to which one capture is exact and fits in memory: 15 000 px at the usual width is still one capture,
 * because each has a fixed cost.
 */
const ONE_CAPTURE = { pixels: 21_000_000, side: 16_384 }
/** Tile size beyond that, small enough to need little memory. */
const TILE = { pixels: 8_000_000, side: 16_384 }

/** Cuts a box of device pixels into captures, from left to right and top to bottom; most boxes are one. */
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

/** Splits a length into pieces of `maxLength`; the last one may be shorter. */
function cut(start: number, length: number, maxLength: number): [start: number, length: number][] {
  return Array.from({ length: Math.ceil(length / maxLength) }, (_, index) => [
    start + index * maxLength,
    Math.min(maxLength, length - index * maxLength),
  ])
}
