import { expect, test } from '@jest/globals'
import { fitPicture, MAX_PIXELS } from './picture-limits.ts'

const area = (width: number, height: number) => ({ x: 3, y: 4, width, height })

test.each([
  ['what fits', 'png', 1280, 30_000, 1280, 30_000],
  ['what is a pixel too tall', 'png', 1280, 30_001, 1280, 30_000],
  ['as many pixels as there may be', 'jpg', 2000, 20_000, 2000, 20_000],
  ['a pixel row more', 'jpg', 2000, 20_001, 2000, 20_000],
  ['what is too wide', 'png', 50_000, 10, 30_000, 10],
  ['what webp can just hold', 'webp', 100, 16_383, 100, 16_383],
  ['what avif cannot', 'avif', 100, 16_385, 100, 16_384],
  ['what it cannot', 'webp', 16_384, 16_384, 16_383, 2441],
] as const)('fits %s', (_, format, width, height, fittingWidth, fittingHeight) => {
  const fitting = fitPicture(area(width, height), format)
  expect(fitting).toEqual(area(fittingWidth, fittingHeight))
  expect(fitting.width * fitting.height).toBeLessThanOrEqual(MAX_PIXELS)
})
