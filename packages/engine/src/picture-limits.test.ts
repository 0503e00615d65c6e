import { describe, expect, test } from '@jest/globals'
import { defaultBounds, fitPicture, fitViewport, refuseChange, tellChange } from './picture-limits.ts'

const of = (width: number, height: number, ratio = 1) => ({ width, height, ratio })

describe('a picture', () => {
  test.each([
    ['that fits stays as it is', 'png', of(1280, 30_000), of(1280, 30_000)],
    ['a pixel too tall is cut', 'png', of(1280, 30_001), of(1280, 30_000)],
    ['of as many pixels as there may be stays', 'jpg', of(2000, 20_000), of(2000, 20_000)],
    ['of a row more is cut', 'jpg', of(2000, 20_001), of(2000, 20_000)],
    ['too wide is cut', 'png', of(50_000, 10), of(30_000, 10)],
    ['too fine is made coarser', 'png', of(1280, 10_000, 3), of(1280, 10_000, 1.767)],
    ['too fine and too tall is made coarser and cut', 'png', of(1280, 50_000, 2), of(1280, 30_000, 1)],
    ['as webp can just hold stays', 'webp', of(100, 16_383), of(100, 16_383)],
    ['that webp cannot hold is made smaller', 'webp', of(100, 17_000), of(100, 17_000, 0.963)],
    ['that avif cannot hold is made smaller', 'avif', of(17_000, 100), of(17_000, 100, 0.963)],
  ] as const)('%s', (_, format, wanted, fitting) => {
    expect(fitPicture(wanted, format, defaultBounds)).toEqual(fitting)
  })

  test('below one pixel for each CSS pixel is not made coarser still', () => {
    expect(fitPicture(of(1280, 100_000, 0.5), 'png', defaultBounds)).toEqual(of(1280, 60_000, 0.5))
  })

  test('that is not what was wanted says what it is', () => {
    const told = (width: number, height: number, ratio: number) =>
      tellChange(of(1280, 50_000, 2), of(width, height, ratio))
    expect(told(1280, 50_000, 2)).toEqual([])
    expect(told(1280, 30_000, 1)).toEqual([
      expect.stringContaining('cut from 1280x50000 CSS pixels to 1280x30000; "max_height"'),
      expect.stringContaining('1 pixels for each CSS pixel instead of 2'),
    ])
  })

  test('whose ratio is forced is refused instead', () => {
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
  test('too fine is made coarser, unless its ratio is forced', () => {
    expect(fitViewport(of(8000, 5000, 2), false, defaultBounds)).toEqual(of(8000, 5000, 1))
    expect(() => fitViewport(of(8000, 5000, 2), true, defaultBounds)).toThrow('"force_dpr"')
  })

  test('too large at every ratio is refused, by the names of the options that made it so', () => {
    expect(() => fitViewport(of(8000, 5001), false, defaultBounds)).toThrow('"width" times "height"')
    const measured = () => fitViewport(of(8000, 5001), false, defaultBounds, ['width_from', 'height'])
    expect(measured).toThrow('"width_from" times "height"')
  })

  test('of less than a pixel is refused', () => {
    expect(fitViewport(of(10, 300, 0.1), false, defaultBounds)).toEqual(of(10, 300, 0.1))
    for (const small of [of(9, 300, 0.1), of(300, 1, 0.9)])
      expect(() => fitViewport(small, false, defaultBounds)).toThrow('"dpr"')
  })
})
