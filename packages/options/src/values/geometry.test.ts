import { expect, test } from '@jest/globals'
import { readBox, readPoints, readRatio, readSides } from './geometry.ts'

test('readBox reads position and size', () => {
  expect(readBox('0,800.5,640,480')).toEqual({ x: 0, y: 800.5, width: 640, height: 480 })
})

test('readPoints reads points separated by semicolons', () => {
  expect(readPoints('10,20')).toEqual([{ x: 10, y: 20 }])
  expect(readPoints('10,20;30.5,40')).toEqual([
    { x: 10, y: 20 },
    { x: 30.5, y: 40 },
  ])
})

test.each([
  ['5', [5, 5, 5, 5]],
  ['10,20', [10, 20, 10, 20]],
  ['1,2,3', [1, 2, 3, 2]],
  ['1,2,3,4', [1, 2, 3, 4]],
])('readSides reads %s as CSS does', (text, [top, right, bottom, left]) => {
  expect(readSides(text)).toEqual({ top, right, bottom, left })
})

test.each([
  ['16:9', 16 / 9],
  ['4/3', 4 / 3],
  ['1.777', 1.777],
])('readRatio reads %s', (text, ratio) => {
  expect(readRatio(text)).toBe(ratio)
})
