import { expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

test.each([
  ['<ul><a href="/x"><li>A</li></a><li>B</li></ul>', '- [A](https://site.test/x)\n- B'],
  ['<ul><a href="/x"><li><p>A</p><p>B</p></li></a></ul>', '- [A](https://site.test/x)\n\n  B'],
])('a link around items of a list: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test.each([
  ['<a id="logo" href="#"><img alt="Site" src="/s.png"></a>', '[![Site](https://site.test/s.png)](#)'],
  ['<a id="logo" href="#"><svg></svg></a>x', 'x'],
  ['<h2 id="a">A <a class="anchor" href="#a"><img alt="Link" src="/s.png"></a></h2>', '## A'],
])('a link with a picture is no mark of its own place: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test.each([
  [
    '<div><h2 id=why>Why</h2><a href="#why"><svg></svg><span>Section titled "Why"</span></a></div>text',
    '## Why\n\ntext',
  ],
  ['<h1 id=top>T</h1><p>text</p><a href="#top">Up</a>', '# T\n\ntext\n\n[Up](#top)'],
  ['<div><h2 id=why>Why</h2><a href="#how">How</a></div>', '## Why\n\n[How](#how)'],
])('a link to the heading beside it marks its place: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test.each([
  [
    '<p>a<a href="/dir/page#n" id="r">9</a></p><p id="n"><a href="https://site.test/dir/page#r">back</a> note</p>',
    'a[^9]\n\n[^9]: note',
  ],
  ['<h2 id="q"><a href="page#q">Title</a></h2>', '## Title'],
  [
    '<a name="p">P</a> <b id="ü">x</b> <a href="page#p">p</a> <a href="page#%C3%BC">u</a> <a href="page#Top">t</a>',
    'P **x** [p](#p) [u](#%C3%BC) [t](#Top)',
  ],
  [
    '<a href="page?x#q">a</a> <a href="/page#q">b</a> <a href="page">c</a>',
    '[a](https://site.test/dir/page?x#q) [b](https://site.test/page#q) [c](https://site.test/dir/page)',
  ],
  [
    '<a href="page#/users/12">a</a> <a href="page#:~:text=b">b</a> <a href="#/home">c</a>',
    '[a](https://site.test/dir/page#/users/12) [b](https://site.test/dir/page#:~:text=b) [c](https://site.test/dir/page#/home)',
  ],
])(
  'an address of a place of the page is its fragment, one of a view of the page is whole: %s',
  (html, expected) => {
    expect(markdownOf(html)).toBe(expected)
  },
)

const link = (content: string, attributes = '') => `<a href="https://x.test/y"${attributes}>${content}</a>`

test.each([
  ['<ul><li>A</li><li>B</li></ul>', '', '- [A](https://x.test/y)\n- B'],
  ['<blockquote><p>A</p></blockquote>', '', '> [A](https://x.test/y)'],
  [
    '<blockquote><p><img src="/i.png" alt="I"></p></blockquote><blockquote><ul><li>A</li></ul></blockquote>',
    '',
    '> ![I](https://site.test/i.png)\n\n> - [A](https://x.test/y)',
  ],
  ['<ul><li>A</li><li><h3>B</h3></li></ul>', '', '- A\n- ### [B](https://x.test/y)'],
  [
    '<table><tr><th></th><th>A</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '',
    '|  | [A](https://x.test/y) |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['<pre>a\nb</pre>', '', '```\na\nb\n```\n\n[x.test](https://x.test/y)'],
  ['<pre>a</pre>', ' title="T"', '```\na\n```\n\n[T](https://x.test/y)'],
  ['<pre>a</pre>', ' title="T" aria-label="L"', '```\na\n```\n\n[L](https://x.test/y)'],
  ['<div> </div>', ' aria-label="L"', '[L](https://x.test/y)'],
  ['<div> </div>', '', ''],
])('a link around blocks keeps its address: %s%s', (content, attributes, expected) => {
  expect(markdownOf(link(content, attributes))).toBe(expected)
})

test('a link to its own place around code is left out', () => {
  expect(markdownOf('<a id="c" href="#c"><pre>a</pre></a>')).toBe('```\na\n```')
})

test.each([
  ['<p>Read <a href="/law#s5">§</a> 5</p>', 'Read [§](https://site.test/law#s5) 5'],
  ['<p><a href="#num">#</a> <a href="#a">A</a></p>', '[#](#num) [A](#a)'],
  ['<p>more <a href="#">#</a></p>', 'more [#](#)'],
  ['<h2>Sharp: <a href="https://x.test/y#z">#</a></h2>', '## Sharp: [#](https://x.test/y#z)'],
  ['<p id="x">a</p><p>see <a href="#x">¶</a></p>', 'a\n\nsee [¶](#x)'],
])('a sign that is a link to another place stays: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test.each([
  // Sphinx, MkDocs and VitePress name them; a term, a caption and a number of a formula have them too.
  '<h2 id="x">T<a class="headerlink" href="#x" title="Link to this heading">¶</a></h2>',
  '<p>T<a class="headerlink" href="#other">¶</a></p>',
  // Docusaurus
  '<h2 class="anchor" id="x">T<a href="#x" class="hash-link" aria-label="Direct link to T">\u200B</a></h2>',
  // Node.js, Ruby and others do not.
  '<h2>T <span><a class="mark" href="#x" id="x">#</a></span></h2>',
  '<dl><dt>T <a href="/dir/page#x" id="x">§</a></dt></dl>',
  '<figure><figcaption>T <a href="#x">¶</a></figcaption></figure>',
  '<div><h2>T</h2><span><a href="#x">#</a></span></div>',
  '<p id="x">T <a href="#x">¶</a></p>',
  '<p id="x">T <a href="/other/address/of/it?y#x">¶</a></p>',
  '<div id="a b"><p>T <a href="#a%20b">¶</a></p></div>',
  '<p><a name="x"></a>T <a href="#x">#</a></p>',
])('a sign that is a link to its own place is left out: %s', (html) => {
  expect(
    markdownOf(html)
      .replaceAll(/^## |\*/g, '')
      .trim(),
  ).toBe('T')
})
