import { expect, test } from '@jest/globals'
import { readHeaderLine } from './header-line.ts'

test.each([
  ['X-Name=value', { name: 'X-Name', value: 'value' }],
  ['X-Name : a=b', { name: 'X-Name', value: 'a=b' }],
  ['X-Name=https://a.example', { name: 'X-Name', value: 'https://a.example' }],
])('readHeaderLine reads %s', (line, header) => {
  expect(readHeaderLine(line)).toEqual(header)
})
