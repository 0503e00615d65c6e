import { expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

test.each([
  ['<p><b>A<br><br>B</b></p>', '**A**\n\n**B**'],
  ['<p>x <i>a <b>b<br>c<br> <br>d</b></i> y</p>', 'x *a __b  \nc__*\n\n*__d__* y'],
  ['<a href="/x">Title<br><br>text</a>', '[Title](https://site.test/x)\n\n[text](https://site.test/x)'],
])('emphasis and links end at empty lines: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})
