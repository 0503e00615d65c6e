import { describe, expect, test } from '@jest/globals'
import {
  cutMeasured,
  defaultBounds,
  fitPicture,
  fitViewportToBounds,
  refuseChange,
  warningsOfChange,
} from './picture-limits.ts'

const of = (width: number, height: number, ratio = 1) => ({ width, height, ratio })

describe('a picture', () => {
  test.each([
    ['that fits stays as it is', 'png', of(1280, 30_000), of(1280, 30_000)],
    ['one pixel too tall is cut', 'png', of(1280, 30_001), of(1280, 30_000)],
    ['with the maximum number of pixels stays as it is', 'jpg', of(2000, 20_000), of(2000, 20_000)],
    ['with one row more is cut', 'jpg', of(2000, 20_001), of(2000, 20_000)],
    ['too wide is cut', 'png', of(50_000, 10), of(30_000, 10)],
    ['with too high a ratio gets a lower ratio', 'png', of(1280, 10_000, 3), of(1280, 10_000, 1.767)],
    [
      'with too high a ratio and too tall gets a lower ratio and is cut',
      'png',
      of(1280, 50_000, 2),
      of(1280, 30_000, 1),
    ],
    ['of the largest size of webp stays as it is', 'webp', of(100, 16_383), of(100, 16_383)],
    ['too large for webp gets a lower ratio', 'webp', of(100, 17_000), of(100, 17_000, 0.963)],
    ['too large for avif gets a lower ratio', 'avif', of(17_000, 100), of(17_000, 100, 0.963)],
  ] as const)('%s', (_, format, wanted, fitting) => {
    expect(fitPicture(wanted, format, defaultBounds)).toEqual(fitting)
  })

  test('below one pixel for each CSS pixel keeps its ratio', () => {
    expect(fitPicture(of(1280, 100_000, 0.5), 'png', defaultBounds)).toEqual(of(1280, 60_000, 0.5))
  })

  test('with another size or ratio than requested has a warning', () => {
    const warningsFor = (width: number, height: number, ratio: number) =>
      warningsOfChange(of(1280, 50_000, 2), of(width, height, ratio))
    expect(warningsFor(1280, 50_000, 2)).toEqual([])
    expect(warningsFor(1280, 30_000, 1)).toEqual([
      expect.stringContaining('cut from 1280x50000 CSS pixels to 1280x30000; "max_height"'),
      expect.stringContaining('1 pixels for each CSS pixel instead of 2'),
    ])
  })

  test('with a forced ratio that does not fit is rejected instead', () => {
    expect(() => refuseChange(of(9, 9, 2), of(9, 9, 2))).not.toThrow()
    for (const fitting of [of(9, 8, 2), of(9, 9, 1.5)])
      expect(() => refuseChange(of(9, 9, 2), fitting)).toThrow(
        expect.objectContaining({
          code: 'InvalidOptions',
          details: [expect.objectContaining({ option: 'force_dpr' })],
        }),
      )
  })
})

describe('a viewport', () => {
  test('with too high a ratio gets a lower one, and is rejected if the ratio is forced', () => {
    expect(fitViewportToBounds(of(8000, 5000, 2), false, defaultBounds)).toEqual(of(8000, 5000, 1))
    expect(() => fitViewportToBounds(of(8000, 5000, 2), true, defaultBounds)).toThrow('"force_dpr"')
  })

  test('too large at every ratio is rejected with the names of the responsible options', () => {
    expect(() => fitViewportToBounds(of(8000, 5001), false, defaultBounds)).toThrow('"width" times "height"')
    const measured = () => fitViewportToBounds(of(8000, 5001), false, defaultBounds, ['width_from', 'height'])
    expect(measured).toThrow('"width_from" times "height"')
  })

  test('is cut only at the side that was measured, as far as a lower ratio does not suffice', () => {
    for (const [side, viewport, cut] of [
      ['width', of(8000, 5000, 2), of(8000, 5000, 2)],
      ['width', of(20_000, 4000, 2), of(10_000, 4000, 2)],
      ['height', of(20_000, 4000, 2), of(20_000, 2000, 2)],
      ['width', of(31_000, 100), of(30_000, 100)],
    ] as const)
      expect(cutMeasured(viewport, side, defaultBounds)).toEqual(cut)
  })

  test('of less than a pixel is rejected', () => {
    expect(fitViewportToBounds(of(10, 300, 0.1), false, defaultBounds)).toEqual(of(10, 300, 0.1))
    for (const small of [of(9, 300, 0.1), of(300, 1, 0.9)])
      expect(() => fitViewportToBounds(small, false, defaultBounds)).toThrow('"dpr"')
  })
})
