import { describe, expect, test } from '@jest/globals'
import { frameOf } from './thumbnails.ts'

const RED = { r: 255, g: 0, b: 0, alpha: 1 }
const BLUE = { r: 0, g: 0, b: 255, alpha: 1 }
const SQUARE = { width: 50, height: 50, fit: 'inside' } as const
const usual = { img_fit: 'contain', img_position: 'top', img_bg: RED } as const

describe('the frame of a thumbnail', () => {
  test.each([
    [{ width: 200 }, { width: 200 }],
    [{ height: 0.2 }, { height: 1 }],
    [
      { width: 10.5, height: 20.4, size: SQUARE, preset: 'xs' },
      { width: 11, height: 20 },
    ],
    [
      { size: SQUARE, preset: 'xs' },
      { width: 50, height: 50, fit: 'inside' },
    ],
    [
      { size: SQUARE, fit: 'fill' },
      { width: 50, height: 50, fit: 'fill' },
    ],
    [{ size: { width: 320, height: 240 } }, { width: 320, height: 240 }],
    [{ preset: 'xs' }, { width: 320 }],
    [{ preset: '5xl' }, { width: 1001 }],
    [{ preset: '1/4' }, { width: 250 }],
    [{ preset: '3/4' }, { width: 751 }],
  ] as const)('%j', (thumbnail, frame) => {
    const look = { fit: 'contain', position: 'top', background: RED }
    expect(frameOf(thumbnail, { width: 1001 }, usual)).toEqual({ ...look, ...frame })
  })

  test('has the look of the thumbnail where it sets one', () => {
    const own = { width: 5, height: 5, fit: 'cover', position: 'left', bg: BLUE } as const
    expect(frameOf(own, { width: 9 }, usual)).toEqual({
      width: 5,
      height: 5,
      fit: 'cover',
      position: 'left',
      background: BLUE,
    })
  })
})
