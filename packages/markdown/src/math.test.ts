import { expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

/** A formula as LaTeXML writes its source: in the places where a long line is broken, with a comment. */
const mathOf = (tex: string) => `<math alttext="${tex}"><mi>x</mi></math>`

test.each([
  ['a+%\n  b', 'a+b'],
  ['a %\r\nb', 'a b'],
  ['a % note \\% of {\n% more\n+b%', 'a +b'],
  [String.raw`5\% of x`, String.raw`5\% of x`],
  [String.raw`a \\% note` + '\nb', String.raw`a \\b`],
  [String.raw`a \\\% b`, String.raw`a \\\% b`],
  [String.raw`\alpha%` + '\n  b', String.raw`\alpha b`],
])('comments of the source of a formula are left out: %j', (source, tex) => {
  expect(markdownOf(mathOf(source))).toBe(`$${tex}$`)
})

test('comments are left out of the sources of scripts and annotations', () => {
  expect(markdownOf('<p><script type="math/tex">a%\nb</script></p>')).toBe('$ab$')
  expect(markdownOf('<math><annotation encoding="application/x-tex">a%\nb</annotation></math>')).toBe('$ab$')
})

test('a formula without a source is no block', () => {
  expect(markdownOf('<p>a</p><math display="block"></math><p>b</p>')).toBe('a\n\nb')
})
