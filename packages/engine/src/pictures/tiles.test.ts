import { expect, test } from '@jest/globals'
import { cutIntoTiles } from './tiles.ts'

test('what the browser draws at once is one tile', () => {
  const box = { x: 3, y: 7, width: 1280, height: 15_000 }
  expect(cutIntoTiles(box)).toEqual([box])
})

test.each([
  { x: 0, y: 0, width: 2560, height: 60_000 },
  { x: -500, y: 11, width: 40_000, height: 1001 },
  { x: 0, y: 5, width: 20_000, height: 20_000 },
])('$width x $height is covered by tiles, each pixel once', (box) => {
  const tiles = cutIntoTiles(box)
  expect(tiles.length).toBeGreaterThan(1)
  expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(box.width * box.height)
  for (const { x, y, width, height } of tiles) {
    expect(width * height).toBeLessThanOrEqual(8_000_000)
    expect(Math.max(width, height)).toBeLessThanOrEqual(16_384)
    expect(x).toBeGreaterThanOrEqual(box.x)
    expect(y).toBeGreaterThanOrEqual(box.y)
    expect(x + width).toBeLessThanOrEqual(box.x + box.width)
    expect(y + height).toBeLessThanOrEqual(box.y + box.height)
  }
})
