import { describe, expect, test } from '@jest/globals'
import { convert } from './convert.ts'
import { contentOfHtml } from '@render/testkit'
import { DEFAULTS, type Settings } from './settings.ts'
import { markdownOf } from './test-convert.ts'

const NESTED = '<ul><li>one<ul><li>two<ul><li>three</li></ul></li></ul></li></ul>'
const PUNCTUATION = '<p>1. a*b_c # ~ = + - | ` \\ &amp; &lt; &gt; [d] (e) ! "f"</p>'
const CODE = '<pre>plain</pre><pre><code class="language-js">let a</code></pre>'
const LINK = '<p><a href="https://a.test/x">https://a.test/x</a> <a href="mailto:a@b.c">a@b.c</a></p>'
const WORDS = '<p>aaaa bbbb cccc dddd</p>'
const CELLS = '<table><tr><th>a</th></tr><tr><td>1<br>2</td></tr><tr><td><p>3</p><p>4</p></td></tr></table>'
const PICTURE = '<h2>A <img src="i.png" alt="pic"></h2><h3>B <img src="i.png" alt="pic"></h3>'

/** A setting, its value, the markup, and a line that the document must have. */
const rows: [keyof Settings, unknown, string, string][] = [
  ['heading', 'Atx', '<h1>A</h1>', '# A'],
  ['heading', 'AtxClosed', '<h2>A</h2>', '## A ##'],
  ['heading', 'Underlined', '<h1>Title</h1>', '====='],
  ['heading', 'Underlined', '<h2>Title</h2>', '-----'],
  ['heading', 'Underlined', '<h3>Title</h3>', '### Title'],
  ['listIndent', 'Spaces', NESTED, '  - two'],
  ['listIndent', 'Tabs', NESTED, '\t\t- three'],
  ['listWidth', 1, NESTED, '  - two'],
  ['listWidth', 3, NESTED, '   - two'],
  ['listWidth', 4, NESTED, '        - three'],
  ['listWidth', 5, NESTED, '     - two'],
  ['bullets', '-', NESTED, '- one'],
  ['bullets', '*', NESTED, '* one'],
  ['bullets', '-*+', NESTED, '    + three'],
  ['bullets', '-+', NESTED, '    - three'],
  ['emphasis', '*', '<p><em>a</em> <b>b</b></p>', '*a* **b**'],
  ['emphasis', '_', '<p><em>a</em> <b>b</b></p>', '_a_ __b__'],
  ['escapeAsterisks', false, '<p>a*b_c</p>', 'a*b_c'],
  ['escapeAsterisks', true, '<p>a*b_c</p>', String.raw`a\*b_c`],
  ['escapeUnderscores', true, '<p>a*b_c</p>', String.raw`a*b\_c`],
  ['escapeMisc', false, '<p># ~ = + - | 1. &amp; [d]</p>', '# ~ = + - | 1. & [d]'],
  [
    'escapeMisc',
    true,
    PUNCTUATION,
    '1\\. a*b_c \\# \\~ \\= \\+ \\- \\| \\` \\\\ \\& \\< \\> \\[d\\] (e) ! "f"',
  ],
  ['escapeAscii', true, '<p>a*b_c! (e) "f".</p>', String.raw`a\*b\_c\! \(e\) \"f\"\.`],
  ['codeBlocks', 'Backticks', CODE, '```js'],
  ['codeBlocks', 'Tildes', CODE, '~~~js'],
  ['codeBlocks', 'Indented', CODE, '    plain'],
  ['codeLanguage', 'text', CODE, '```text'],
  ['codeLanguage', 'text', CODE, '```js'],
  ['autolinks', true, LINK, '<https://a.test/x> <a@b.c>'],
  ['autolinks', false, LINK, '[https://a.test/x](https://a.test/x) [a@b.c](mailto:a@b.c)'],
  [
    'defaultTitle',
    true,
    LINK,
    '[https://a.test/x](https://a.test/x "https://a.test/x") [a@b.c](mailto:a@b.c "mailto:a@b.c")',
  ],
  ['breaksInTables', false, CELLS, '| 1 2 |'],
  ['breaksInTables', false, CELLS, '| 3<br>4 |'],
  ['breaksInTables', true, CELLS, '| 1<br>2 |'],
  ['highlight', 'DoubleEqual', '<mark>x</mark>', '==x=='],
  ['highlight', 'Html', '<mark>x</mark>', '<mark>x</mark>'],
  ['highlight', 'Bold', '<mark>x</mark>', '**x**'],
  ['highlight', 'None', '<mark>x</mark>', 'x'],
  ['keepsSpaces', false, '<p>a   b</p>', 'a b'],
  ['keepsSpaces', true, '<p> a   b </p>', 'a   b'],
  ['stripNewlines', false, '<p>a\nb</p>', 'a'],
  ['stripNewlines', true, '<p>a\nb</p>', 'a b'],
  ['wrapWidth', Infinity, WORDS, 'aaaa bbbb cccc dddd'],
  ['wrapWidth', 10, WORDS, 'cccc dddd'],
  ['wrapWidth', 1, WORDS, 'cccc'],
  ['isInline', true, '<h1>A</h1><p>b</p><ul><li>c</li></ul>', 'Ab'],
  ['isInline', true, '<h1>A</h1><p>b</p><ul><li>c</li></ul>', '- c'],
  ['sub', '', '<p>H<sub>2</sub>O</p>', 'H2O'],
  ['sub', '~', '<p>H<sub>2</sub>O <code>x<sub>2</sub></code></p>', 'H~2~O `x2`'],
  ['sub', '<sub>', '<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
  ['sup', '', '<p>x<sup>2</sup></p>', 'x2'],
  ['sup', '^', '<p>x<sup>2</sup></p>', 'x^2^'],
  ['lineBreak', 'Spaces', '<p>a<br>b</p>', 'a  '],
  ['lineBreak', 'Backslash', '<p>a<br>b</p>', 'a\\'],
  ['keepImagesIn', [], PICTURE, '## A pic'],
  ['keepImagesIn', ['h2'], PICTURE, '## A ![pic](https://site.test/dir/i.png)'],
  ['keepImagesIn', ['h2'], PICTURE, '### B pic'],
  ['stripTags', ['b'], '<p><b>a</b> <i>c</i></p>', 'a *c*'],
  ['preserveTags', ['b'], '<p>x <b class="y">a</b></p>', 'x <b class="y">a</b>'],
  ['skipImages', false, '<p>a <img src="i.png" alt="p"></p>', 'a ![p](https://site.test/dir/i.png)'],
  ['skipImages', true, '<p>a <img src="i.png" alt="p"></p>', 'a'],
  [
    'language',
    'Djot',
    '<p><b>b</b> <i>i</i> <mark>m</mark> <del>d</del> H<sub>2</sub>O x<sup>3</sup> <ins>n</ins></p>',
    '*b* _i_ {=m=} {-d-} H~2~O x^3^ {+n+}',
  ],
  [
    'language',
    'Djot',
    '<p><a href="/x" title="a &quot;b&quot; \\ &lt;c | d">y</a> <img src="/i" alt="I" title="J"></p>',
    '[y](https://site.test/x){title="a \\"b\\" \\\\ < c \\| d"} ![I](https://site.test/i){title="J"}',
  ],
  [
    'language',
    'Djot',
    '<math display="block" alttext="a^2"></math><p>b <math alttext="c"></math></p>',
    '$$`a^2`',
  ],
  ['language', 'Djot', '<p>b <math alttext="c"></math></p>', 'b $`c`'],
  ['language', 'Plain', '<h1>A <b>b</b></h1>', 'A b'],
  ['language', 'Plain', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', '1\t2'],
]

test.each(rows)('%s: %j', (name, value, html, line) => {
  expect(markdownOf(html, { [name]: value }).split('\n')).toContain(line)
})

test('a tag that is stripped is not preserved', () => {
  expect(markdownOf('<p><b>a</b></p>', { stripTags: ['b'], preserveTags: ['b'] })).toBe('a')
})

test('every wider indentation keeps lists nested', () => {
  for (const listWidth of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const [, two = '', three = ''] = markdownOf(NESTED, { listWidth }).split('\n')
    const width = Math.max(listWidth, 2)
    expect([two.search(/\S/), three.search(/\S/)]).toEqual([width, 2 * width])
  }
})

describe('wrapped lines', () => {
  const narrow = { wrapWidth: 12 }

  test('do not break code, links or tables', () => {
    const table = '<table><tr><th>one two three</th></tr></table>'
    expect(
      markdownOf(`<p><code>one two three four</code></p>${table}<pre>one two three four</pre>`, narrow),
    ).toBe('`one two three four`\n\n| one two three |\n| --- |\n\n```\none two three four\n```')
    expect(markdownOf('<p><a href="/a" title="one two three">four</a></p>', narrow)).toBe(
      '[four](https://site.test/a "one two three")',
    )
  })

  test('do not begin with what begins a list or a heading', () => {
    for (const mark of ['-', '+', '*', '#', '>', '1.', '==='])
      expect(markdownOf(`<p>aaaa bbbb ${mark} cccc</p>`, narrow)).toBe(`aaaa bbbb ${mark}\ncccc`)
  })
})

describe('front matter', () => {
  const html = '<head><title>T</title><meta name="Author" content="A"></head><body><p>x</p></body>'
  const text = (changes: Partial<Settings>) =>
    convert(contentOfHtml(html), { ...DEFAULTS, ...changes }, 1000).text

  test.each([
    ['/a', 'https://site.test/a'],
    ['//c.test/a', 'https://c.test/a'],
    ['javascript:1', undefined],
  ])('has the canonical address %s in full', (canonical, expected) => {
    const page = { base: 'https://site.test/dir/page', head: { canonical, meta: [] }, tokens: [] }
    const line = expected === undefined ? '' : `---\ncanonical: "${expected}"\n---\n`
    expect(convert(page, DEFAULTS, 1000).text).toBe(line)
  })

  test('comes first, unless it is not wanted or cannot be had', () => {
    expect(text({})).toBe('---\nmeta-author: "A"\ntitle: "T"\n---\n\nx\n')
    for (const changes of [{ frontMatter: false }, { isInline: true }, { language: 'Plain' as const }])
      expect(text(changes)).toBe('x\n')
  })
})
