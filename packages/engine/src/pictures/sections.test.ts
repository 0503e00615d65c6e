import { describe, expect, test } from '@jest/globals'
import { beginningOf, cutIntoSections } from './sections.ts'

describe('sections', () => {
  test('are cut from top to bottom and from left to right', () => {
    const area = { x: 0, y: 10, width: 250, height: 150 }
    expect(cutIntoSections(area, { width: 100, height: 100 }, 1)).toEqual([
      { x: 0, y: 10, width: 100, height: 100 },
      { x: 100, y: 10, width: 100, height: 100 },
      { x: 200, y: 10, width: 50, height: 100 },
      { x: 0, y: 110, width: 100, height: 50 },
      { x: 100, y: 110, width: 100, height: 50 },
      { x: 200, y: 110, width: 50, height: 50 },
    ])
  })

  test('begin at the right where the page does', () => {
    const area = { x: -150, y: 0, width: 250, height: 50 }
    const sections = cutIntoSections(area, { width: 100, height: 100 }, 1)
    expect(sections.map(({ x, width }) => [x, width])).toEqual([
      [0, 100],
      [-100, 100],
      [-150, 50],
    ])
  })

  test.each([1, 1.25, 1.5, 2, 0.333])(
    'meet at whole device pixels, of which there are %d for a CSS pixel',
    (ratio) => {
      const sections = cutIntoSections(
        { x: 0, y: 0, width: 9, height: 9999 },
        { width: 10, height: 997 },
        ratio,
      )
      for (const { y, height } of sections) {
        expect(height).toBeLessThanOrEqual(997)
        expect(Math.abs(y * ratio - Math.round(y * ratio))).toBeLessThan(1e-6)
      }
      expect(sections.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(9999)
    },
  )

  test('leave no rest of less than half a device pixel', () => {
    const sections = cutIntoSections(
      { x: 0, y: 0, width: 100, height: 1664 },
      { width: 100, height: 333 },
      1.1,
    )
    expect(sections).toHaveLength(5)
    expect(sections.at(-1)!.y + sections.at(-1)!.height).toBeCloseTo(1664)
  })

  test('that fit exactly leave no rest', () => {
    expect(
      cutIntoSections({ x: 0, y: 0, width: 100, height: 8192 }, { width: 100, height: 4096 }, 1.1),
    ).toHaveLength(3)
    expect(
      cutIntoSections({ x: 0, y: 0, width: 100, height: 8192 }, { width: 100, height: 4096 }, 2),
    ).toHaveLength(2)
  })
})

test('the beginning of an area is where the page begins', () => {
  const maxSize = { width: 100, height: 80 }
  expect(beginningOf({ x: 5, y: 5, width: 200, height: 200 }, maxSize)).toEqual({
    x: 5,
    y: 5,
    width: 100,
    height: 80,
  })
  expect(beginningOf({ x: -150, y: 0, width: 200, height: 50 }, maxSize)).toEqual({
    x: -50,
    y: 0,
    width: 100,
    height: 50,
  })
})
