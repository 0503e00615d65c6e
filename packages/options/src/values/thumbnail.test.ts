import { expect, test } from '@jest/globals'
import { readThumbnail } from './thumbnail.ts'

test('readThumbnail reads size and background', () => {
  expect(readThumbnail({ size: '320X240', bg: '#00f8' }, 1)).toEqual({
    key: '320X240',
    suffix: '-320X240',
    size: { width: 320, height: 240 },
    bg: { r: 0, g: 0, b: 255, alpha: expect.closeTo(0.533, 3) },
  })
})

test('readThumbnail reads a number as a square to fit into', () => {
  expect(readThumbnail({ size: 50, key: 'small' }, 0)).toEqual({
    key: 'small',
    suffix: '-small',
    size: { width: 50, height: 50, fit: 'inside' },
  })
})

test('readThumbnail keeps other members', () => {
  expect(readThumbnail({ width: 5, preset: 'xs' as const }, 2)).toEqual({
    key: 'xs',
    suffix: '-xs',
    width: 5,
    preset: 'xs',
  })
})
