import { expect, test } from '@jest/globals'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import type { Settings } from './settings.ts'
import { markdownOf } from './test-convert.ts'

test.each([
  ['<p><b>A<br><br>B</b></p>', '**A**\n\n**B**'],
  [
    '<p>x <b><strong><a href="/y"><strong>a</strong></a> </strong></b> y</p>',
    'x **[a](https://site.test/y)** y',
  ],
  ['<p><code><a href="/y">a\n\n&lt;script&gt;</a></code></p>', '[`a  <script>`](https://site.test/y)'],
  ['<b><p><strong>a</strong></p></b>', '**a**'],
  ['<p><b>a <b>b</b></b> <i><em>c</em></i></p>', '**a __b__** *c*'],
  ['<p>x <i>a <b>b<br>c<br> <br>d</b></i> y</p>', 'x *a __b  \nc__*\n\n*__d__* y'],
  ['<a href="/x">Title<br><br>text</a>', '[Title](https://site.test/x)\n\n[text](https://site.test/x)'],
])('emphasis and links end at empty lines: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test.each([
  [
    '<p>f(<em>obj</em>, <em>*</em>, <em>skip=False</em>, <em>**kw</em>)</p>',
    'f(*obj*, _*_, *skip=False*, _**kw_)',
    '<p>f(<em>obj</em>, <em>*</em>, <em>skip=False</em>, <em>**kw</em>)</p>',
  ],
  ['<p><del>~100</del> 90</p>', '~100 90', '<p>~100 90</p>'],
  ['<p><em>2*3</em></p>', '_2*3_', '<p><em>2*3</em></p>'],
  ['<p>a<em>*b</em></p>', 'a*_b_', '<p>a*<em>b</em></p>'],
  ['<p>a<em>b*c</em></p>', 'ab*c', '<p>ab*c</p>'],
  ['<p><em>a * b</em></p>', '*a * b*', '<p><em>a * b</em></p>'],
  ['<p><em>a_b</em> *c</p>', '*a_b* *c', '<p><em>a_b</em> *c</p>'],
  [
    '<p><strong>*a</strong> and <em>b</em></p>',
    '__*a__ and *b*',
    '<p><strong>*a</strong> and <em>b</em></p>',
  ],
  ['<p><del>a</del> ~ b</p>', '~~a~~ ~ b', '<p><del>a</del> ~ b</p>'],
])('characters of the text are no delimiters of emphasis beside it: %s', (html, expected, read) => {
  const text = markdownOf(html)
  expect(text).toBe(expected)
  expect(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })).toBe(read)
})

test.each([
  ['<b>Price:&nbsp;</b>$5', '**Price:**\u00A0$5'],
  ['a<i>&nbsp; b \u3000</i>c', 'a\u00A0 *b* \u3000c'],
  ['a<b>&nbsp;</b>b <b>c&nbsp;d</b>', 'a\u00A0b **c\u00A0d**'],
  ['a <a href="/x"><b><i>&nbsp;b</i>&nbsp;</b></a>', 'a [\u00A0**_b_**\u00A0](https://site.test/x)'],
])('blanks that do not break a line stand outside of emphasis: %s', (html, expected) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(expected)
  expect(markdownOf('<dl><dt>Price:&nbsp;</dt></dl>')).toBe('**Price:**')
})

test.each<[string, Partial<Settings>, string]>([
  ['C:\\dir\\\nnext', {}, 'C:\\dir\\\\\nnext'],
  ['C:\\ next', {}, 'C:\\\\ next'],
  ['aaaaaaaa\\ bbbb', { wrapWidth: 10 }, 'aaaaaaaa\\\\\nbbbb'],
  ['a\\ b', { language: 'Djot' }, 'a\\\\ b'],
])('a backslash before a blank breaks no line: %j', (text, settings, expected) => {
  expect(markdownOf(`<p>${text}</p>`, settings)).toBe(expected)
})
