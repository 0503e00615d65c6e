import { expect, test } from '@jest/globals'
import { readPageRanges } from './page-ranges.ts'

test.each([
  ['2', [{ first: 2, last: 2 }]],
  ['4-', [{ first: 4 }]],
  ['-5', [{ first: 1, last: 5 }]],
  [
    '1-3,7',
    [
      { first: 1, last: 3 },
      { first: 7, last: 7 },
    ],
  ],
])('readPageRanges reads %s', (text, ranges) => {
  expect(readPageRanges(text)).toEqual(ranges)
})
