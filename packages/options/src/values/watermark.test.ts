import { expect, test } from '@jest/globals'
import { readDeclarations, readWatermark } from './watermark.ts'

test.each([
  [true, true],
  [false, false],
  ['Draft', { text: 'Draft' }],
  ['HTTPS://a.example/logo.png', { address: 'HTTPS://a.example/logo.png' }],
  ['data:image/png;base64,AA==', { address: 'data:image/png;base64,AA==' }],
  ['data:text/plain,x', { text: 'data:text/plain,x' }],
])('readWatermark reads %j', (value, watermark) => {
  expect(readWatermark(value)).toEqual(watermark)
})

test('readDeclarations separates allowed properties from others', () => {
  expect(readDeclarations('COLOR: red; ; position: fixed; font-family: a:b')).toEqual({
    allowed: [
      ['color', 'red'],
      ['font-family', 'a:b'],
    ],
    others: ['position'],
  })
  expect(readDeclarations('')).toBeUndefined()
})
