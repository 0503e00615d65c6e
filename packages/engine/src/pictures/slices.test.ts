import { describe, expect, test } from '@jest/globals'
import { makeSlices, rowsOf } from './slices.ts'

const picture = { body: Buffer.alloc(300 * 3), width: 1, height: 300, channels: 3 } as const

test('slices that would hold too much memory together are refused', async () => {
  const heights = { full_page_slice_height: 100, full_page_slice_overlap_height: 0 }
  const asked = { full_page_slices: true, ...heights, format: 'png', quality: 80 } as const
  const make = (sizeBytes: number) => {
    const captures = { run: async () => Buffer.alloc(sizeBytes) as never }
    return makeSlices({ picture, files: [], captures, signal: new AbortController().signal }, asked, 1)
  }
  await make(1000)
  await expect(make(110 * 1024 ** 2)).rejects.toMatchObject({
    code: 'InvalidOptions',
    message: expect.stringContaining('200 MB'),
    details: [
      { option: 'full_page_slices' },
      { option: 'full_page_slice_height' },
      { option: 'full_page_slice_overlap_height' },
    ],
  })
})

describe('slices', () => {
  test.each([
    [100, { height: 400, overlap: 0 }, [[0, 100]]],
    [400, { height: 400, overlap: 100 }, [[0, 400]]],
    [
      401,
      { height: 400, overlap: 0 },
      [
        [0, 400],
        [400, 1],
      ],
    ],
    [
      401,
      { height: 400, overlap: 300 },
      [
        [0, 400],
        [100, 301],
      ],
    ],
    [
      800,
      { height: 400, overlap: 0 },
      [
        [0, 400],
        [400, 400],
      ],
    ],
    [
      1000,
      { height: 400, overlap: 100 },
      [
        [0, 400],
        [300, 400],
        [600, 400],
      ],
    ],
    [1, { height: 1, overlap: 0 }, [[0, 1]]],
  ])('of %i rows by %j', (total, cut, expected) => {
    expect(rowsOf(total, cut).map(({ offsetY, height }) => [offsetY, height])).toEqual(expected)
  })
})
