import { describe, expect, test } from '@jest/globals'
import { frameOf } from './thumbnails.ts'

const usual = { img_fit: 'contain', img_position: 'top', img_bg: 'red' } as const

describe('the frame of a thumbnail', () => {
  test.each([
    [{ width: 200 }, { width: 200 }],
    [{ height: 0.2 }, { height: 1 }],
    [
      { width: 10.5, height: 20.4, size: 5, preset: 'xs' },
      { width: 11, height: 20 },
    ],
    [
      { size: 50, preset: 'xs' },
      { width: 50, height: 50, fit: 'inside' },
    ],
    [
      { size: 50, fit: 'fill' },
      { width: 50, height: 50, fit: 'fill' },
    ],
    [{ size: '320X240' }, { width: 320, height: 240 }],
    [{ preset: 'xs' }, { width: 320 }],
    [{ preset: '5xl' }, { width: 1001 }],
    [{ preset: '1/4' }, { width: 250 }],
    [{ preset: '3/4' }, { width: 751 }],
  ] as const)('%j', (thumbnail, frame) => {
    const look = { fit: 'contain', position: 'top', background: 'red' }
    expect(frameOf(thumbnail, { width: 1001 }, usual)).toEqual({ ...look, ...frame })
  })

  test('has what the thumbnail says of itself', () => {
    const own = { width: 5, height: 5, fit: 'cover', position: 'left', bg: 'blue' } as const
    expect(frameOf(own, { width: 9 }, usual)).toEqual({
      width: 5,
      height: 5,
      fit: 'cover',
      position: 'left',
      background: 'blue',
    })
  })
})
