import { describe, expect, test } from '@jest/globals'
import { makeSlices, rowsOf } from './slices.ts'

describe.each([
  ['hold too much memory together', 300, 110 * 1024 ** 2, '200 MB'],
  ['are too many', 100_100, 1, '1000 files'],
])('slices that %s', (_, rows, sizeBytes, told) => {
  const heights = { full_page_slice_height: 100, full_page_slice_overlap_height: 0 }
  const asked = { full_page_slices: true, ...heights, format: 'png', quality: 80 } as const
  const make = (height: number, bytes: number) => {
    const picture = { body: Buffer.alloc(height * 3), width: 1, height, channels: 3 } as const
    const cpuSemaphore = { run: async () => Buffer.alloc(bytes) as never }
    const page = { cpuSemaphore, signal: new AbortController().signal }
    return makeSlices({ picture, sideOutputs: [], page }, asked, 1)
  }

  test('are refused', async () => {
    await expect(make(rows, sizeBytes)).rejects.toMatchObject({
      code: 'InvalidOptions',
      message: expect.stringContaining(told),
      details: ['full_page_slices', ...Object.keys(heights)].map((option) => ({ option })),
    })
    await make(Math.min(rows, 100_000), 1000)
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
