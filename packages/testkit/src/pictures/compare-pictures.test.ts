import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { differingShare } from './compare-pictures.ts'
import { bandColour } from '../fixture-site/bands.ts'

/** Returns a PNG of rows of pixels. */
function picture(...rows: string[][]): Promise<Buffer> {
  const pixels = Buffer.from(
    rows
      .flat()
      .map((colour) => colour.slice(1))
      .join(''),
    'hex',
  )
  return sharp(pixels, { raw: { width: rows[0]!.length, height: rows.length, channels: 3 } })
    .png()
    .toBuffer()
}

test('returns a quarter when one of four pixels differs', async () => {
  const file = await picture(['#00ff00', '#00ff00', '#00ff00', '#00ff00'])
  expect(await differingShare(file, file)).toBe(0)
  expect(await differingShare(file, await picture(['#00ff00', '#00ff00', '#00f000', '#00ff00']))).toBe(0.25)
})

test('ignores differences that are not visible', async () => {
  expect(await differingShare(await picture(['#808080']), await picture(['#818080']))).toBe(0)
})

test('distinguishes every band from all others', async () => {
  const colours = Array.from({ length: 200 }, (_, index) => bandColour(index))
  const shifted = Array.from({ length: 199 }, (_, index) => [
    ...colours.slice(index + 1),
    ...colours.slice(0, index + 1),
  ])
  const file = await picture(...Array<string[]>(199).fill(colours))
  expect(await differingShare(file, await picture(...shifted))).toBe(1)
})

test('returns 1 for pictures of different sizes', async () => {
  expect(await differingShare(await picture(['#ffffff']), await picture(['#ffffff', '#ffffff']))).toBe(1)
})
