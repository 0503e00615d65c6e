import { describe, expect, test } from '@jest/globals'
import { POINTS_PER_INCH, readLength } from './length.ts'
import { PAPER_NAMES, sentPaper, SIDES, type PaperName, type PaperOptions } from './paper.ts'

/** Points of each paper as it is tabulated. */
const PAPERS: Record<PaperName, readonly [width: number, height: number]> = {
  a0: [2384, 3370],
  a1: [1684, 2384],
  a2: [1191, 1684],
  a3: [842, 1191],
  a4: [595, 842],
  a5: [420, 595],
  a6: [297, 420],
  legal: [612, 1008],
  letter: [612, 792],
  tabloid: [792, 1224],
  ledger: [1224, 792],
}

const sizeOf = (options: PaperOptions) => {
  const { width, height } = sentPaper(options).size!
  return [Math.round(width * POINTS_PER_INCH), Math.round(height * POINTS_PER_INCH)]
}

test('each name is the size of its paper', () => {
  const sizes = PAPER_NAMES.map((pdf_page_size) => [pdf_page_size, sizeOf({ pdf_page_size })])
  expect(Object.fromEntries(sizes)).toEqual(PAPERS)
})

test('an orientation turns each paper that has a name, and no other', () => {
  for (const [name, [width, height]] of Object.entries(PAPERS)) {
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    const turned = (pdf_orientation: 'portrait' | 'landscape') =>
      sizeOf({ pdf_page_size: name as PaperName, pdf_orientation })
    expect([name, turned('portrait'), turned('landscape')]).toEqual([name, [short, long], [long, short]])
  }
  expect(sizeOf({ pdf_page_width: 400, pdf_page_height: 300, pdf_orientation: 'portrait' })).toEqual([
    300, 225,
  ])
})

test('without a name, sides that are not sent and the paper to turn are those of a4', () => {
  expect(sizeOf({ pdf_page_width: 400 })).toEqual([300, 842])
  expect(sizeOf({ pdf_page_height: 300 })).toEqual([595, 225])
  expect(sizeOf({ pdf_orientation: 'landscape' })).toEqual([842, 595])
})

test('a name is preferred to a width and a height', () => {
  expect(sizeOf({ pdf_page_width: 400, pdf_page_height: 300, pdf_page_size: 'a5' })).toEqual([420, 595])
})

test.each([
  ['none', 0],
  ['default', 0.4],
  ['minimum', 0.25],
] as const)('a margin of "%s" is %d inches on all sides', (pdf_margin, inches) => {
  const margins = Object.fromEntries(SIDES.map((side) => [side, inches]))
  expect(sentPaper({ pdf_margin }).margins).toEqual(margins)
})

describe('each margin', () => {
  test.each([
    [100, 75],
    ['1in', 72],
    ['36pt', 36],
    ['1cm', 28.35],
    ['10mm', 28.35],
  ])('of %j is %d points, over that of all sides', (length, points) => {
    for (const side of SIDES) {
      const { margins } = sentPaper({ pdf_margin: 'default', [`pdf_margin_${side}`]: readLength(length) })
      const others = SIDES.filter((other) => other !== side).map((other) => margins[other])
      expect(others).toEqual([0.4, 0.4, 0.4])
      expect(margins[side]! * POINTS_PER_INCH).toBeCloseTo(points, 1)
    }
  })
})
