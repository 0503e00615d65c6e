import { expect, test } from '@jest/globals'
import { requireDrawable, requirePixels, requireSide } from './require-size.ts'

const bounds = { pixels: 100, side: 50 }

test('as many pixels as there may be are accepted, more are refused by the options that make them', () => {
  expect(() => requirePixels({ width: 20, height: 5 }, bounds, ['img_pad'])).not.toThrow()
  expect(() => requirePixels({ width: 21, height: 5 }, bounds, ['thumb_width', 'thumb_height'])).toThrow(
    expect.objectContaining({
      code: 'InvalidOptions',
      message:
        'The image would be too large because of "thumb_width", "thumb_height": 21x5 is more than the 100 pixels that an image may have.',
      details: [
        expect.objectContaining({ option: 'thumb_width' }),
        expect.objectContaining({ option: 'thumb_height' }),
      ],
    }),
  )
})

test('a side may be as long as any image, and no longer', () => {
  expect(() => requirePixels({ width: 2, height: 50 }, bounds, ['img_pad'])).not.toThrow()
  expect(() => requirePixels({ width: 1, height: 51 }, bounds, ['img_pad'])).toThrow(
    'because of "img_pad": 1x51 is more than the 50 pixels a side that an image may have.',
  )
})

test.each([
  ['webp', 16_383],
  ['avif', 16_384],
  ['jpg', 65_500],
] as const)('%s has %i pixels a side', (format, side) => {
  expect(() => requireSide({ width: 1, height: side }, format, ['format'])).not.toThrow()
  expect(() => requireSide({ width: side + 1, height: 1 }, format, ['format'])).toThrow(/"format".*a side/)
})

test('png has as many as it likes, but not all of them can be drawn', () => {
  const size = { width: 1, height: 32_768 }
  expect(() => requireSide(size, 'png', ['format'])).not.toThrow()
  expect(() => requireDrawable(size, ['wrap'])).toThrow(/"wrap".*can be drawn/)
})
