import { expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

const HEAD = '<div role=row><div role=columnheader>A</div><div role=columnheader>B</div></div>'

test.each([
  [
    `<div role=grid>${HEAD}<a role=row href="/x"><div role=gridcell>1</div><div role=gridcell>2</div></a></div>`,
    '| A | B |\n| --- | --- |\n| [1](https://site.test/x) | 2 |',
  ],
  [
    `<div role=grid>${HEAD}<div role=row><button role=gridcell>1</button><a role=gridcell href="/y">2</a></div></div>`,
    '| A | B |\n| --- | --- |\n| 1 | [2](https://site.test/y) |',
  ],
  [
    `<div role=table>${HEAD}<ul role=rowgroup><li role=row><p role=cell>1</p><label role=cell>2</label></li></ul></div>`,
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['<div role=grid><div role=row>text</div></div>', 'text'],
  [`<div role=grid><p>before</p>${HEAD}</div>`, 'before\n\nA\n\nB'],
  ['<ul><li role=row>a</li></ul>', '- a'],
])('tables of other elements: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test('the foot comes last, wherever it is written', () => {
  const html = '<table><thead><tr><th>A</thead><tfoot><tr><td>2</tfoot><tbody><tr><td>1</tbody></table>'
  expect(markdownOf(html)).toBe('| A |\n| --- |\n| 1 |\n| 2 |')
})

test('an empty row ends with cells that span it', () => {
  const html = '<table><tr><th>A<th>B</tr><tr><td rowspan=2>1<td>2</tr><tr></tr><tr><td>3<td>4</tr></table>'
  expect(markdownOf(html)).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |')
})

test('an address with a bar in a cell is written as a link with a text', () => {
  const html =
    '<table><tr><th>A</tr><tr><td><a href="https://x.test/?a|b">https://x.test/?a|b</a></tr></table>'
  expect(markdownOf(html)).toBe('| A |\n| --- |\n| [https://x.test/?a\\|b](https://x.test/?a%7Cb) |')
})

test.each([
  [
    '<table><tr><th>A<th>B</tr><tr><td rowspan=0>1<td>2</tr><tr><td>3</tr><tr><td>4</tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |',
  ],
  [
    '<table><thead><tr><th rowspan=3>A<th>B</thead><tbody><tr><td rowspan=0>1<td>2</tbody><tbody><tr><td>3<td>4</tbody></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
  ],
])('a cell spans the rows of its group at most, and all with a "rowspan" of 0: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})
