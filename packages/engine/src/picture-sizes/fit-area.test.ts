import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { defaultBounds } from '../picture-limits.ts'
import { fitArea } from './fit-area.ts'
import type { ImageOptions } from '../pictures/image-context.ts'

/** The fitting of an area of this size, in CSS pixels. */
function fitted(width: number, height: number, ratio: number, given: GivenOptions) {
  const options = toRenderOptions(resolveOptions({ html: 'x', ...given })) as ImageOptions
  return fitArea({ x: 0, y: 0, width, height, ratio }, options, defaultBounds)
}

test.each<[string, GivenOptions, size: [number, number, number], fitting: [number, number, number]]>([
  ['that fits with a bar stays as it is', { show_url: true }, [1280, 29_967, 1], [1280, 29_967, 1]],
  ['one pixel too tall for its bar is cut', { show_url: true }, [1280, 29_968, 1], [1280, 29_967, 1]],
  [
    'too tall for two lines is cut',
    { show_url: true, show_timestamp: true },
    [400, 30_000, 1],
    [400, 29_947, 1],
  ],
  ['too tall for its padding is cut', { img_pad: '40' }, [400, 30_000, 1], [400, 29_920, 1]],
  ['of too many pixels with padding is cut', { img_pad: '40' }, [1280, 30_000, 1], [1280, 29_331, 1]],
  ['too tall for its frame is cut', { wrap: 'browser' }, [400, 30_000, 1], [400, 29_888, 1]],
  ['too wide for its padding is cut', { img_pad: '0,40' }, [30_000, 100, 1], [29_920, 100, 1]],
  ['too large with a bar gets a lower ratio', { show_url: true }, [1280, 10_000, 2], [1280, 10_000, 1.764]],
  [
    'too tall for webp with a bar gets a lower one',
    { show_url: true, format: 'webp' },
    [400, 17_000, 1],
    [400, 17_000, 0.961],
  ],
  [
    'that a crop makes narrow enough stays as it is',
    { crop_width: 1200, img_pad: '40' },
    [1280, 29_920, 1],
    [1280, 29_920, 1],
  ],
  ['too large once it is resized is cut', { thumb_width: 2560 }, [1280, 10_000, 2], [1280, 7812, 2]],
  ['too tall once it is resized is cut', { thumb_width: 800 }, [400, 16_000, 1], [400, 15_000, 1]],
  [
    'too tall for webp once it is resized is cut',
    { thumb_width: 400, format: 'webp' },
    [400, 17_000, 1],
    [400, 16_383, 1],
  ],
  [
    'resized to both sides stays as it is',
    { thumb_width: 2560, thumb_height: 9 },
    [1280, 10_000, 1],
    [1280, 10_000, 1],
  ],
  [
    'cropped to its content before it is resized stays as it is',
    { thumb_width: 2560, auto_crop: true },
    [1280, 10_000, 1],
    [1280, 10_000, 1],
  ],
  ['resized to a height stays as it is', { thumb_height: 9 }, [1280, 10_000, 1], [1280, 10_000, 1]],
])('an area %s', (_, options, [width, height, ratio], fitting) => {
  const { width: across, height: down, ratio: fit } = fitted(width, height, ratio, options)
  expect([across, down, fit]).toEqual(fitting)
})

test('that is cut for a resize fits with its surroundings', () => {
  const options = { thumb_width: 2560, img_pad: '0,0,300,0', show_url: true }
  const { height, ratio } = fitted(1280, 10_000, 2, options)
  const rows = (css: number): number => (css + 33) * ratio + 300
  const pixels = (css: number): number => 2560 * Math.ceil((rows(css) * 2560) / (1280 * ratio))
  expect(pixels(height)).toBeLessThanOrEqual(defaultBounds.pixels)
  expect([ratio, pixels(height + 2) > defaultBounds.pixels]).toEqual([2, true])
})
