import { expect, test } from '@jest/globals'
import { encloseCss } from './enclose-css.ts'

async function enclose(css: string): Promise<string> {
  return (await Array.fromAsync(encloseCss(css))).join('')
}

test.each([
  ['a { content: "</style><b>" }', String.raw`a { content: "\3c /style>\3c b>" }`],
  ['@property --a { syntax: "<angle>" }', String.raw`@property --a { syntax: "\3c angle>" }`],
  ['@media (400px<width<=4000px) {}', '@media (400px< width<=4000px) {}'],
  ['/* <!-- </style> */', '/* < !-- < /style> */'],
  ['a { b: url(<script>) }', String.raw`a { b: url(\3c script>) }`],
  ['a < b > c', 'a < b > c'],
  ['<!-- a {} --> <!-- @import "b"; <!-- c {}', '  a {} -->   @import "b";   c {}'],
  ['a <!-- b {} c { <!-- d: e }', 'a < !-- b {} c { < !-- d: e }'],
  [String.raw`.\<md\:a, .\62 { b: "\<c> \\<d>" }`, String.raw`.\3c md\:a, .\62 { b: "\3c c> \\\3c d>" }`],
])('%s has no markup', async (css, enclosed) => {
  expect(await enclose(css)).toBe(enclosed)
})

test('a long style sheet has no markup either', async () => {
  expect(await enclose('<a'.repeat(50_000))).toBe('< a'.repeat(50_000))
})

test('other work continues while a long style sheet is changed', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  try {
    await enclose('<a'.repeat(500_000))
  } finally {
    clearInterval(timer)
  }
  expect(turns).toBeGreaterThan(10)
})

test('the signal ends the work', async () => {
  const ending = new AbortController()
  setImmediate(() => ending.abort())
  await expect(Array.fromAsync(encloseCss('<a'.repeat(500_000), ending.signal))).rejects.toThrow('aborted')
})
