import { describe, expect, test } from '@jest/globals'
import { sliceSuffix, thumbnailKey, thumbnailLikeSlice, thumbnailSuffix } from './thumbnail-names.ts'

describe('the name of a thumbnail', () => {
  test.each([
    [{ key: 'mine', preset: 'xs' }, 'mine', '-mine'],
    [{ preset: '1/2' }, '1/2', '-1-2'],
    [{ width: 320, height: 240, size: 5 }, '320x240', '-320x240'],
    [{ size: 200 }, '200x200', '-200x200'],
    [{ size: '320X240' }, '320X240', '-320X240'],
    [{ width: 320 }, '3', '-3'],
    [{ width: 320, key: '' }, '3', '-3'],
    [{ width: 320, key: '../é 小\0' }, '../é 小\0', '-..-e9205c0f0'],
    [{ width: 320, key: '😀'.repeat(10) }, '😀'.repeat(10), `-${'1f600'.repeat(10)}`],
    [{ width: 320, suffix: '@2x' }, '3', '@2x'],
    [{ width: 320, suffix: '' }, '3', '-3'],
  ] as const)('%j', (thumbnail, key, suffix) => {
    expect([thumbnailKey(thumbnail, 3), thumbnailSuffix(thumbnail, 3)]).toEqual([key, suffix])
    expect(suffix).toMatch(/^[\w.@-]{1,64}$/)
  })

  test('thumbnailLikeSlice finds the suffix of a slice', () => {
    expect(thumbnailLikeSlice([{ width: 5 }, { suffix: sliceSuffix(7) }])).toEqual({
      at: 1,
      name: '-slice-7',
    })
    expect(thumbnailLikeSlice([{ key: 'slice' }, { suffix: '-slice-7b' }])).toBeUndefined()
  })
})
