import { expect, test } from '@jest/globals'
import { encloseCss } from './enclose-css.ts'

test.each([
  ['a { content: "</style><b>" }', String.raw`a { content: "\3c /style>\3c b>" }`],
  ['@property --a { syntax: "<angle>" }', String.raw`@property --a { syntax: "\3c angle>" }`],
  ['@media (400px<width<=4000px) {}', '@media (400px< width<=4000px) {}'],
  ['/* <!-- </style> */', '/* < !-- < /style> */'],
  ['a { b: url(<script>) }', String.raw`a { b: url(\3c script>) }`],
  ['a < b > c', 'a < b > c'],
])('%s has no markup', (css, enclosed) => {
  expect(encloseCss(css)).toBe(enclosed)
})
