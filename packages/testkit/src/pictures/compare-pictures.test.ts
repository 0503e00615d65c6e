import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { differingShare } from './compare-pictures.ts'
import { bandColour } from '../fixture-site/bands.ts'

/** Returns a PNG of one row of pixels. */
function row(colours: string[]): Promise<Buffer> {
  const pixels = Buffer.from(colours.map((colour) => colour.slice(1)).join(''), 'hex')
  return sharp(pixels, { raw: { width: colours.length, height: 1, channels: 3 } })
    .png()
    .toBuffer()
}

test('returns a quarter when one of four pixels differs', async () => {
  const file = await row(['#00ff00', '#00ff00', '#00ff00', '#00ff00'])
  expect(await differingShare(file, file)).toBe(0)
  expect(await differingShare(file, await row(['#00ff00', '#00ff00', '#00f000', '#00ff00']))).toBe(0.25)
})

test('ignores differences that are not visible', async () => {
  expect(await differingShare(await row(['#808080']), await row(['#818080']))).toBe(0)
})

test('distinguishes every band from all others', async () => {
  const colours = Array.from({ length: 200 }, (_, index) => bandColour(index))
  const file = await row(colours)
  for (let shift = 1; shift < 200; shift++) {
    const shifted = await row([...colours.slice(shift), ...colours.slice(0, shift)])
    expect(await differingShare(file, shifted)).toBe(1)
  }
})

test('returns 1 for pictures of different sizes', async () => {
  expect(await differingShare(await row(['#ffffff']), await row(['#ffffff', '#ffffff']))).toBe(1)
})
