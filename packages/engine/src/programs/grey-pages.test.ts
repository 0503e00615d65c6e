import { describe, expect, test } from '@jest/globals'
import { paintedRows, readGreyPages } from './grey-pages.ts'

const page = (rows: number[][]) =>
  Buffer.concat([Buffer.from(`P5\n${rows[0]!.length} ${rows.length}\n255\n`), Buffer.from(rows.flat())])

describe('grey pages', () => {
  test('are read one after another', () => {
    const pages = readGreyPages(
      Buffer.concat([
        page([[1, 2, 3]]),
        page([
          [80, 53],
          [10, 50],
        ]),
      ]),
    )
    expect(pages.map(({ width, height, pixels }) => [width, height, ...pixels])).toEqual([
      [3, 1, 1, 2, 3],
      [2, 2, 80, 53, 10, 50],
    ])
    expect(readGreyPages(Buffer.alloc(0))).toEqual([])
    expect(() => readGreyPages(Buffer.from('P6\n1 1\n255\nabc'))).toThrow('Not a greymap.')
  })

  test.each([
    [
      0,
      [
        [7, 7],
        [7, 7],
      ],
    ],
    [
      1,
      [
        [7, 8],
        [7, 7],
      ],
    ],
    [
      2,
      [
        [7, 7],
        [8, 7],
        [7, 7],
      ],
    ],
    [
      2,
      [
        [7, 7],
        [7, 8],
      ],
    ],
  ])('%d rows of %j are painted', (expected, rows) => {
    expect(paintedRows(readGreyPages(page(rows))[0]!)).toBe(expected)
  })
})
