import { expect, test } from '@jest/globals'
import { convert } from './convert.ts'
import type { Token } from './page/page-tree.ts'
import { DEFAULTS } from './settings.ts'
import { markdownOf } from './test-convert.ts'

test.each([
  '<div class="language-js"><button class="copy"></button><span class="lang">js</span><pre><code>x</code></pre></div>',
  '<div class="code-example"><div class="example-header"><span class="language-name">JS</span><button>Copy</button></div><pre class="brush: js"><code>x</code></pre></div>',
  '<div><div>JavaScript</div><div><pre class="language-js">x</pre></div></div>',
  '<div class="code-toolbar"><pre class="language-js"><code>x</code></pre><div class="toolbar"><div class="toolbar-item"><span>JavaScript</span></div><div class="toolbar-item"><button>Copy</button></div></div></div>',
])('the name of its language beside code is left out: %s', (html) => {
  expect(markdownOf(html)).toBe('```js\nx\n```')
})

test.each([
  [
    '<div class="codeHeader"><span class="language">C#</span><button>Copy</button></div><pre><code class="lang-csharp">x</code></pre>',
    'csharp',
  ],
  [
    '<div><span>.NET CLI</span><button>Copy</button></div><pre><code class="lang-dotnetcli">x</code></pre>',
    'dotnetcli',
  ],
  ['<span class="lang">js</span><pre><code class="language-js">x</code></pre>', 'js'],
])('the marked name of a language is left out also between other texts: %s', (html, language) => {
  const prose = '<p>A text that is far longer than the code beside it.</p>'
  const text = 'A text that is far longer than the code beside it.'
  expect(markdownOf(prose + html + prose)).toBe(`${text}\n\n\`\`\`${language}\nx\n\`\`\`\n\n${text}`)
})

test.each([
  [
    '<div>js</div><pre class="language-js">x</pre><p>A text that is far longer than the code above it.</p>',
    'js\n\n```js\nx\n```\n\nA text that is far longer than the code above it.',
  ],
  ['<div><p>js</p><pre class="language-js">x</pre></div>', 'js\n\n```js\nx\n```'],
  ['<div><span>a.js</span><pre class="language-js">x</pre></div>', 'a.js\n\n```js\nx\n```'],
  ['<div><span>js</span> and <pre class="language-js">x</pre></div>', 'js and\n\n```js\nx\n```'],
  ['<div><span>js</span><pre class="language-css">x</pre></div>', 'js\n\n```css\nx\n```'],
  [
    '<div><pre class="language-js">x</pre><div class="code-header">js</div><pre>y</pre></div>',
    '```js\nx\n```\n\njs\n\n```\ny\n```',
  ],
  [
    '<p>Text.</p><pre class="language-js">x</pre><span class="lang">js</span><p>Text.</p>',
    'Text.\n\n```js\nx\n```\n\njs\n\nText.',
  ],
  ['<figure><pre class="language-js">x</pre><figcaption>js</figcaption></figure>', '```js\nx\n```\n\njs'],
])('other texts beside code stay: %s', (html, expected) => {
  expect(markdownOf(html)).toBe(expected)
})

test('the name of a file in a row over code is written before it', () => {
  const html =
    '<table><tr><th colspan="2" class="filename">a.py</th></tr><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>x\ny</pre></td></tr></table>'
  expect(markdownOf(html)).toBe('a.py\n\n```\nx\ny\n```')
})

test('a drawing in the place of code is no code', () => {
  expect(markdownOf('<pre class="mermaid"><svg></svg></pre>text')).toBe('text')
  expect(markdownOf('<pre class="mermaid"><svg><title>Steps</title></svg></pre>')).toBe('Steps')
})

test('marks of a comparison stay where they cannot be selected, and other marks do not', () => {
  const line = (mark: string, text: string): Token[] => [['span', {}, 'u'], mark, 0, `${text}\n`]
  const tokens: Token[] = [
    ['pre'],
    ...line('1', 'a'),
    ...line('+', 'b'),
    ...line('- ', 'c'),
    ...line('$ ', 'd'),
    'e',
    ...line('+', ''),
    0,
  ]
  const settings = { ...DEFAULTS, frontMatter: false }
  expect(convert({ head: { meta: [] }, tokens }, settings, 1000).text.trimEnd()).toBe(
    '```\na\n+b\n- c\nd\ne\n```',
  )
})

test('blanks of code that do not break a line are ordinary ones', () => {
  expect(markdownOf('<pre>if a:<br>&nbsp;&nbsp;b</pre>')).toBe('```\nif a:\n  b\n```')
  expect(markdownOf('<p><code>a&nbsp;b</code></p>')).toBe('`a b`')
  expect(markdownOf('<p><code>f\u200B(a)</code></p>')).toBe('`f(a)`')
})
