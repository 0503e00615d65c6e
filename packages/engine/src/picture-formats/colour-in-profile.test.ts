import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { colourInProfile } from './colour-in-profile.ts'

const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [1, 2, 3],
  [200, 100, 20],
  [128, 128, 128],
  [255, 255, 255],
] as const

test('a colour is converted as a picture is', async () => {
  for (const [r, g, b] of COLOURS) {
    const create = { width: 1, height: 1, channels: 3, background: { r, g, b } } as const
    const png = await sharp({ create }).withIccProfile('p3').png().toBuffer()
    const { icc } = await sharp(png).metadata()
    const [red, green, blue] = await sharp(png, { ignoreIcc: true }).raw().toBuffer()
    const converted = colourInProfile({ r, g, b, alpha: 0.5 }, icc)!
    const differences = [converted.r - red!, converted.g - green!, converted.b - blue!].map(Math.abs)
    expect([r, g, b, Math.max(...differences) <= 1, converted.alpha]).toEqual([r, g, b, true, 0.5])
  }
})

test('a colour stays as it is without a profile of primaries and curves', () => {
  const colour = { r: 255, g: 0, b: 0, alpha: 1 }
  expect(colourInProfile(colour, undefined)).toEqual(colour)
  expect(colourInProfile(colour, Buffer.alloc(132))).toEqual(colour)
  expect(colourInProfile(undefined, undefined)).toBeUndefined()
})
