import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { pixelBytes } from './pixel-bytes.ts'

const CAPTURED = { width: 100, height: 50 }
const PIXELS = 1_000_000

test.each<[GivenOptions, pixels: number]>([
  [{}, 100 * 50],
  [{ crop_width: 10 }, 100 * 50],
  [{ img_pad: '10' }, 120 * 70],
  [{ show_url: true }, 100 * (50 + 2 * 33)],
  [{ show_url: true, show_timestamp: true }, 100 * (50 + 2 * 53)],
  [{ wrap: 'browser' }, (100 + 2 * 64) * (50 + 2 * 112)],
  [{ thumb_width: 10 }, 100 * 50],
  [{ thumb_width: 400 }, 400 * 200],
  [{ thumb_height: 400 }, 800 * 400],
  [{ thumb_width: 400, thumb_height: 100 }, 400 * 100],
  [{ thumb_width: 400, thumb_height: 100, img_fit: 'outside' }, 400 * 200],
  [{ thumb_width: 400, thumb_height: 1000, img_fit: 'inside' }, 400 * 200],
  [{ thumb_width: 400, thumb_height: 1000, img_fit: 'inside', auto_crop: true }, 400 * 1000],
  [{ thumb_width: 200, crop_width: 50 }, 200 * 200],
  [{ thumb_width: 200, crop_width: 50, img_pad: '0,25' }, 200 * 100],
  [{ thumb_width: 400, crop_width: 1 }, PIXELS],
  [{ thumb_width: 400, auto_crop: true }, PIXELS],
  [{ thumb_width: 400, thumb_height: 100, crop_width: 1 }, 400 * 100],
  [{ img_pad: '5000' }, PIXELS],
])('a picture with %j takes eight bytes for each of %i pixels', (given, pixels) => {
  const options = toRenderOptions(resolveOptions({ html: 'x', ...given }))
  expect(pixelBytes(CAPTURED, options, 2, { pixels: PIXELS, side: 10_000 })).toBe(8 * pixels)
})
