import { describe, expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

/** Markup, and the Markdown that a reader would write for it. */
const pages: Record<string, Record<string, string>> = {
  'text between elements': {
    '<p>a<b> b </b>c <i>d</i>e</p>': 'a **b** c *d*e',
    '<div>loose <div>inner</div> tail</div>': 'loose\n\ninner\n\ntail',
    '<p>a<br>b<br><br>c<br></p>': 'a  \nb\n\nc',
    '<p>foo<b>"bar"</b>baz</p>': 'foo"**bar**"baz',
    '<p>中文<strong>「粗体」</strong>文字</p>': '中文「**粗体**」文字',
    '<b>a</b><b>b</b>': '**ab**',
    '<p>&nbsp;</p><p></p><p>x</p>': 'x',
    '<p><code>a `b` c</code><code>d</code></p>': '``a `b` c`` `d`',
    '<p>a\n- b</p>': 'a - b',
  },
  links: {
    '<a href="/card"><img src="c.png" alt="C"><h3>Title</h3><p>Text</p></a>':
      '![C](https://site.test/dir/c.png)\n\n### [Title](https://site.test/card)\n\nText',
    '<a href="/y"><img src="i.png" alt="I"></a>': '[![I](https://site.test/dir/i.png)](https://site.test/y)',
    '<a href="/y" aria-label="Code"><svg></svg></a>': '[Code](https://site.test/y)',
    '<h2 id="q">Title <a class="headerlink" href="#q">¶</a></h2>': '## Title',
    '<h2 id="q"><a href="#q">Title</a></h2>': '## Title',
    '<a href="javascript:1">a</a> <a href="data:text/html,x">b</a> <a href="VBScript:x">c</a>': 'a b c',
    '<a href="x(y">[a]</a>': String.raw`[\[a\]](https://site.test/dir/x\(y)`,
    '<iframe src="https://v.test/1" title="Film"></iframe>': '[Film](https://v.test/1)',
  },
  lists: {
    '<ol start=5><li>a<li>b</ol>': '5. a\n6. b',
    '<ul><li>a</li><ul><li>b</li></ul></ul>': '- a\n  - b',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>': '- a\n\n- b',
    '<ul><li>a</li></ul><ul><li>b</li></ul>': '- a\n\n* b',
    '<ol><li>a<ul><li>b</li></ul></li></ol>': '1. a\n   - b',
    '<ul><li><input type=checkbox checked> a</li><li><label><input type=checkbox>b</label></li></ul>':
      '- [x] a\n- [ ] b',
    '<ul><li><hr></li></ul>': '- ***',
    '<dl><dt>T</dt><dd>D</dd></dl>': '**T**\n\nD',
    '<details><summary>S</summary><p>C</p></details>': '**S**\n\nC',
  },
  code: {
    '<pre><code class="hljs language-ts">a\n```\nb\n</code></pre>': '````ts\na\n```\nb\n````',
    '<div class="highlight-source-sh"><pre>ls</pre></div>': '```sh\nls\n```',
    '<pre data-lang="go">x</pre>': '```go\nx\n```',
    '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b<button>Copy</button></pre>':
      '```\na\nb\n```',
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td><pre class="language-c">x\ny</pre></td></tr></table>':
      '```c\nx\ny\n```',
  },
  tables: {
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d | e</td></tr></table>': String.raw`| a | b |
| --- | --- |
| c | d \| e |`,
    '<table><caption>Cap</caption><tr><th colspan=2>a</th></tr><tr><td rowspan=2>b</td><td align=right>c</td></tr><tr><td>d</td></tr></table>':
      'Cap\n\n| a |  |\n| --- | ---: |\n| b | c |\n|  | d |',
    '<table><tr><th>a</th></tr><tr><td><ul><li>b</li><li>c</li></ul></td></tr></table>':
      '| a |\n| --- |\n| - b<br>- c |',
    '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>':
      '| a<br>b c | d |\n| --- | --- |',
    '<table role=presentation><tr><td><h1>a</h1></td><td>b</td></tr></table>': '# a\n\nb',
    '<table><tr><td>a<td colspan=1000000000>b</tr></table>': `| a | b |${'  |'.repeat(998)}\n| --- |${' --- |'.repeat(999)}`,
  },
  'formulas and notes': {
    '<span class="katex"><math><annotation encoding="application/x-tex">x^2 &lt;y</annotation></math><span>x2</span></span>':
      '$x^2 < y$',
    '<math display="block" alttext="a+b"><mi>a</mi></math>': '$$\na+b\n$$',
    '<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>': String.raw`$\frac{a}{b^{2}}$`,
    '<p>a<sup><a href="#n1" role="doc-noteref">[1]</a></sup></p><ol><li id="n1">note <a href="#r" role="doc-backlink">↩</a></li></ol>':
      'a[^1]\n\n[^1]: note',
  },
}

describe.each(Object.entries(pages))('%s', (_, cases) => {
  test.each(Object.entries(cases))('%s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected)
  })
})

describe('clean-up', () => {
  /** An element beside the content, and the first preset that removes it. */
  const rows: [string, 'Standard' | 'Aggressive' | 'never'][] = [
    ['<nav>X</nav>', 'Standard'],
    ['<header>X</header>', 'never'],
    ['<header class="nav">X</header>', 'Standard'],
    ['<aside id="sidebar">X</aside>', 'Standard'],
    ['<footer class="menu">X</footer>', 'Standard'],
    ['<aside>X</aside>', 'Aggressive'],
    ['<footer>X</footer>', 'Aggressive'],
    ['<div role="navigation">X</div>', 'Aggressive'],
    ['<div class="breadcrumb">X</div>', 'Aggressive'],
    ['<ul id="toc"><li>X</li></ul>', 'Aggressive'],
    ['<a class="skip" href="#main">X</a>', 'Aggressive'],
    ['<form>X</form>', 'Standard'],
    ['<button>X</button>', 'never'],
    ['<label>X</label>', 'never'],
    ['<fieldset>X</fieldset>', 'never'],
  ]
  const presets = ['Minimal', 'Standard', 'Aggressive'] as const

  test.each(rows)('%s: from %s on', (markup, first) => {
    const from = first === 'never' ? presets.length : presets.indexOf(first)
    const read = presets.map((preset) =>
      markdownOf(`${markup}<main><p>content of the page</p></main>`, {
        cleanUp: { preset, navigation: true, forms: true },
      }),
    )
    expect(read.map((text) => text.includes('X'))).toEqual(presets.map((_, index) => index < from))
  })

  test('a form around the page stays', () => {
    const cleanUp = { preset: 'Aggressive', navigation: true, forms: true } as const
    expect(markdownOf('<form><p>content of the page</p></form>x', { cleanUp })).toContain('content')
  })
})
