import { describe, expect, test } from '@jest/globals'
import { convert } from './convert.ts'
import type { Token } from './page/page-tree.ts'
import { DEFAULTS } from './settings.ts'
import { markdownOf } from './test-convert.ts'

/** Markup, and the Markdown that a reader would write for it. */
const pages: Record<string, Record<string, string>> = {
  'text between elements': {
    '<h6 class="byline">\n</h6><p>a</p><h2></h2>': 'a',
    '<h2>&nbsp;</h2><h3><b>\u200B</b></h3><p>a</p>': 'a',
    '<p>a<b> b </b>c <i>d</i>e</p>': 'a **b** c *d*e',
    '<div>loose <div>inner</div> tail</div>': 'loose\n\ninner\n\ntail',
    '<p>a<br>b<br><br>c<br></p>': 'a  \nb\n\nc',
    '<p>foo<b>"bar"</b>baz</p>': 'foo"**bar**"baz',
    '<p>中文<strong>「粗体」</strong>文字</p>': '中文「**粗体**」文字',
    '<b>a</b><b>b</b>': '**ab**',
    '<p>&nbsp;</p><p></p><p>x</p>': 'x',
    '<p><code>a `b` c</code><code>d</code></p>': '``a `b` c`` `d`',
    '<p>a\n- b</p>': 'a - b',
    '<p>Finanz&shy;minister</p>': 'Finanzminister',
    '<p>in 1999<sup><a href="#n">2</a></sup></p>': 'in 1999[2](#n)',
    '<p>1.5×10<sup>8</sup> km, 10<sup>−12</sup>, $19<sup>99</sup>, x<sup>2</sup>, 1999<sup>th</sup></p>':
      '1.5×10⁸ km, 10⁻¹², $19⁹⁹, x2, 1999th',
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
    '<p>a</p><iframe src="https://v.test/1" width="1" height="1"></iframe>': 'a',
    '<a href="blob:https://site.test/1">a</a> <a href="about:blank">b</a>': 'a b',
    '<a href="/x" title="Same">Same</a> <a href="/y" title="More">y</a>':
      '[Same](https://site.test/x) [y](https://site.test/y "More")',
    '<h2>Title<span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>': '## Title',
    '<dl><dt id="t"><a href="#t">Term</a></dt></dl>': '**Term**',
    '<h2><span><a href="#f">◆</a></span>f()</h2>': '## f()',
    '<a href="/h" aria-label="Home"><i class="icon"></i></a>': '[Home](https://site.test/h)',
  },
  pictures: {
    '<svg role=img aria-label="Sales"></svg>': 'Sales',
    '<img src="i.png" alt="I" title="I"> <img src="dot.gif" width="1" height="20">x':
      '![I](https://site.test/dir/i.png) x',
    '<img alt="Chart" src="blob:https://site.test/1">': 'Chart',
    '<img alt="A <em class=\'b\'>c</em>, a <div>" src="blob:https://site.test/1">': 'A c, a \\<div>',
    '<h1><img src="/l.png" alt="Acme">Docs</h1>': '# Acme Docs',
    '<p><a href="/x">Docs<svg><title>external</title></svg></a>, (<svg><title>gear</title></svg>)<img alt="T" src="data:,">he</p>':
      '[Docs external](https://site.test/x), (gear)The',
    '<p>点击<svg><title>齿轮</title></svg>图标</p>': '点击齿轮图标',
    '<p><img class="emoji" alt="❤" src="/h.svg"><img alt="✔️" src="/c.svg"></p>': '❤✔️',
    '<p>Hi <img class="emoji" alt="😀" src="/1f600.svg"> <img class="emoji" alt=":tada:" src="/t.png">, <img alt=":x:" src="/x.png"></p>':
      'Hi 😀 :tada:, ![:x:](https://site.test/x.png)',
  },
  lists: {
    '<ol start=5><li>a<li>b</ol>': '5. a\n6. b',
    '<ol><li value=10>a<li>b<li value=20>c</ol>': '10. a\n11. b\n\n20) c',
    '<ol reversed><li>a<li>b<li>c</ol>': '3. a\n\n2) b\n\n1. c',
    '<ol start=-5><li>a<li>b<li value=9999999999>c<li value=x>d</ol>': '1. a\n2. b\n3. c\n4. d',
    '<ul><li>a</li><ul><li>b</li></ul></ul>': '- a\n  - b',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>': '- a\n\n- b',
    '<ul><li>a</li></ul><ul><li>b</li></ul>': '- a\n\n* b',
    '<ol><li>a<ul><li>b</li></ul></li></ol>': '1. a\n   - b',
    '<ul><li><input type=checkbox checked> a</li><li><label><input type=checkbox>b</label></li></ul>':
      '- [x] a\n- [ ] b',
    '<ul><li>☑ a</li><li><span>☒ </span><a href="/b">b</a></li><li><p>☐\uFE0E b</p><p>☐ c</p></li><li>d ☑</li><li>☑</li></ul>':
      '- [x] a\n\n- [x] [b](https://site.test/b)\n\n- [ ] b\n\n  ☐ c\n\n- d ☑\n\n- ☑',
    '<ul><li><hr></li></ul>': '- ***',
    '<div><div class="slide cloned">B</div><div>A</div><div aria-hidden="true">B</div><div>B</div><div aria-hidden="true">C</div></div>':
      'A\n\nB\n\nC',
    '<p><span class="offscreen">$19.99</span><span aria-hidden="true">$<b>19.99</b></span></p>': '$19.99',
    '<p>a<hr><hr aria-hidden="true">b': 'a\n\n---\n\n---\n\nb',
    '<pre><span>$</span> a\n<span aria-hidden="true">$</span> b</pre>': '```\n$ a\n$ b\n```',
    '<table><tr><td>0</td><td aria-hidden="true">0</td><td>1</td></tr></table>':
      '| 0 | 0 | 1 |\n| --- | --- | --- |',
    '<p><a class="cloned" href="/x">A</a> <a href="/y">A</a></p>':
      '[A](https://site.test/x) [A](https://site.test/y)',
    '<p>a<br>&nbsp;<br>b</p>': 'a\n\nb',
    '<dl><dt>T</dt><dd>D</dd></dl>': '**T**\n\nD',
    '<dl><dt><b>T</b> <a href="/t"><b>U</b></a></dt></dl>': '**T [U](https://site.test/t)**',
    '<details><summary>S</summary><p>C</p></details>': '**S**\n\nC',
    '<details><summary><h3>S</h3><p>1.0</p></summary>C</details>': '### S\n\n1.0\n\nC',
    '<div role=list><div role=listitem>a</div><div role=listitem>b</div></div>': '- a\n- b',
    '<div class="admonition tip"><p class="admonition-title">Tip</p><p>text</p></div>':
      '> **Tip**\n>\n> text',
    '<div class="theme-admonition theme-admonition-note admonition_xJq3 alert alert--secondary"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg></svg></span>note</div><div class="admonitionContent_BuS1"><p>text</p></div></div>':
      '> **note**\n>\n> text',
    '<div class="hint-container tip"><p class="hint-container-title">Tips</p><p>text</p></div>':
      '> **Tips**\n>\n> text',
    '<div class="custom-container tip"><p class="custom-container-title">TIP</p><p>text</p></div>':
      '> **TIP**\n>\n> text',
    '<div class="nextra-callout x:mt-6"><div>text</div></div>': '> text',
    '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content">text</td></tr></table></div>':
      '> **Note**\n>\n> text',
    '<div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content"><div class="paragraph"><p>text</p></div></td></tr></table></div>':
      '> **Tip**\n>\n> text',
    '<div class="note"><h3 class="title">Note</h3><p>text</p></div>': '> **Note**\n>\n> text',
    '<div class="tip"><table><tr><td rowspan="2"><img src="t.png" alt="[Tip]"></td><th>Tip</th></tr><tr><td><p>text</p></td></tr></table></div>':
      '> **Tip**\n>\n> text',
    '<div class="note"><h3>Fish</h3><p>text</p></div>': '### Fish\n\ntext',
    '<aside role="note"><p>text</p></aside>': '> text',
    '<div role="note">Main article: <a href="/x">x</a></div>': 'Main article: [x](https://site.test/x)',
    '<div class="markdown-alert"><p>text alone</p></div>': '> text alone',
  },
  code: {
    '<pre><code class="hljs language-ts">a\n```\nb\n</code></pre>': '````ts\na\n```\nb\n````',
    '<div class="highlight-source-sh"><pre>ls</pre></div>': '```sh\nls\n```',
    '<pre data-lang="go">x</pre>': '```go\nx\n```',
    '<pre class="rust example">x</pre>': '```rust\nx\n```',
    '<pre class="prettyprint source linenums"><code>x</code></pre>': '```\nx\n```',
    '<div class="language-js"><pre class="shiki nord"><code>x</code></pre></div>': '```js\nx\n```',
    '<pre class="language-text line-numbers"><code>42</code></pre>': '```text\n42\n```',
    '<pre><code class="language-js line-numbers">a = 1</code></pre>': '```js\na = 1\n```',
    '<pre lang="mermaid">x</pre><pre lang="en">y</pre>': '```mermaid\nx\n```\n\n```\ny\n```',
    '<div class="fragment">A <a href="/x">link</a></div>': 'A [link](https://site.test/x)',
    '<div class="fragment"><div class="line"><span class="lineno">1</span>a</div><div class="line"> b</div></div>':
      '```\na\n b\n```',
    '<div class="cm-editor"><div class="cm-gutters"><div>1</div></div><div class="cm-content"><div class="cm-line">{</div><div class="cm-line">}</div></div></div>':
      '```\n{\n}\n```',
    '<table><tr><td data-line-number="1"></td><td data-line-number="2"></td><td class="blob-code">x</td></tr><tr><td data-line-number="2"></td><td></td><td class="blob-code">y</td></tr></table>':
      '```\nx\ny\n```',
    '<figure class="highlight js"><table><tr><td class="gutter"><pre>1</pre></td><td><pre>x</pre></td></tr></table></figure>':
      '```js\nx\n```',
    '<div class="go"><pre class="listing">x</pre><div class="line-numbers-wrapper"><span>1</span></div></div>':
      '```\nx\n```',
    '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b<button>Copy</button></pre>':
      '```\na\nb\n```',
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td><pre class="language-c">x\ny</pre></td></tr></table>':
      '```c\nx\ny\n```',
    '<table><tr><td>1</td><td><code>x</code></td></tr><tr><td>2</td><td><code>y</code></td></tr></table>':
      '```\nx\ny\n```',
    '<table><tr><td>0</td><td><code>OK</code></td></tr><tr><td>1</td><td>Failed</td></tr></table>':
      '| 0 | `OK` |\n| --- | --- |\n| 1 | Failed |',
    '<table><tr><td>0</td><td><code>OK</code></td></tr><tr><td>64</td><td><code>USAGE</code></td></tr></table>':
      '| 0 | `OK` |\n| --- | --- |\n| 64 | `USAGE` |',
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
    '<div role=grid><div><div role=row><span role=columnheader>a</span></div></div><div role=row><span role=gridcell>b</span></div></div>':
      '| a |\n| --- |\n| b |',
    '<div role=grid>no rows</div>': 'no rows',
    '<table><tr><td></td><td> </td></tr><tr><td>a</td><td>b</td></tr></table>': '| a | b |\n| --- | --- |',
    '<table><tr><td colspan=2><h2>A</h2></td></tr><tr><td>a</td><td>b</td></tr><tr><td colspan=2><h2>B</h2></td></tr><tr><td>c</td><td>d</td></tr></table>':
      '## A\n\n| a | b |\n| --- | --- |\n\n## B\n\n| c | d |\n| --- | --- |',
    '<table><tr><td><img src="s.gif" height=1></td><td>a</td></tr><tr><td></td><td>b</td></tr></table>':
      'a\n\nb',
    '<table><tr><td><img src="/i.png"></td><td>a</td></tr></table>':
      '| ![](https://site.test/i.png) | a |\n| --- | --- |',
    '<table><tr><td></td><td><math display=block alttext="E"></math></td><td>(1)</td></tr></table>':
      '$$\nE\n$$\n\n(1)',
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
    '<img class="tex" alt="$x^2$"> <mjx-container class="MathJax" data-latex="y"><svg></svg></mjx-container>':
      '$x^2$ $y$',
    '<p>a<span class="math inline">\\(x_1\\)</span></p><div class="arithmatex">\\[y\\]</div>':
      'a$x_1$\n\n$$\ny\n$$',
    // Encyclopedias: the way back is marked by nothing than the place where it leads.
    '<p>a<sup id="r" class="reference"><a href="#n">[a]</a></sup></p><ol><li id="n"><b><a href="#r">^</a></b> note</li></ol>':
      'a[^a]\n\n[^a]: note',
    // Word processors: neither is marked, but each leads to the other.
    '<p>a<a href="#n" name="r">[1]</a></p><div><p><a href="#r" name="n">[1]</a> note</p></div>':
      'a[^1]\n\n[^1]: note',
    '<p>a<a class="footnote-reference" href="#n" id="r">[1]</a></p><table id="n"><tr><td><a class="fn-backref" href="#r">[1]</a></td><td>note</td></tr></table>':
      'a[^1]\n\n[^1]: note',
    '<p>a<a role="doc-noteref" href="#n">1</a></p><aside id="n"><span>[<a role="doc-backlink" href="#r">1</a>]</span><p>note</p></aside>':
      'a[^1]\n\n[^1]: note',
    '<p>a<a class="footnote-reference brackets" href="#n" id="r">1</a> b<a class="footnote-reference brackets" href="#m" id="s">2</a></p><dl class="footnote brackets"><dt class="label" id="n"><span class="brackets"><a class="fn-backref" href="#r">1</a></span></dt><dd><p>note</p></dd><dt class="label" id="m"><span class="brackets">2</span><span class="fn-backref">(<a href="#s">1</a>,<a href="#t">2</a>)</span></dt><dd><p>other</p></dd></dl>':
      'a[^1] b[^2]\n\n[^1]: note\n\n[^2]: other',
    '<p>a <a class="footnote-reference" href="#n">1</a></p><dl><dt id="n">10 terms</dt><dd>note</dd></dl>':
      'a [1](#n)\n\n**10 terms**\n\nnote',
    '<p>a <a class="footnote-reference" href="#n">1</a></p><dl><dt id="n">12</dt><dd>note</dd></dl>':
      'a [1](#n)\n\n**12**\n\nnote',
    '<p>a <a href="#n" id="r">[Doe]</a></p><dl><dt id="n"><a class="fn-backref" href="#r">Doe</a></dt><dd>work <a class="fn-backref" href="#r">↩</a></dd></dl>':
      'a [\\[Doe\\]](#n)\n\n**[Doe](#r)**\n\nwork',
    '<ul><li><a href="#s" id="t">1</a></li></ul><div id="s"><h2><a href="#t">1</a></h2></div>':
      '- [1](#s)\n\n## [1](#t)',
  },
}

describe.each(Object.entries(pages))('%s', (_, cases) => {
  test.each(Object.entries(cases))('%s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected)
  })
})

test.each<[string, Token[], string]>([
  [
    'a mark beside a heading that is placed apart',
    [['h2'], 'T', ['a', { href: '#t' }, 'b'], '#', 0, 0],
    '## T',
  ],
  ['an empty item without a mark', [['ul'], ['li', {}, 'n'], ' ', 0, ['li'], 'x', 0, 0], '- x'],
  [
    'an item of a link without content',
    [['ul'], ['li'], ['a', { href: '/x' }, 'e'], 0, 0, ['li'], 'x', 0, 0],
    '- x',
  ],
  ['code by its style', ['a', ['code', {}, 'w'], 'b\n  c', 0], 'a\n\n```\nb\n  c\n```'],
  ['a title in plain letters', [['cite', {}, 'p'], 'A. ', ['i'], 'B', 0, 0], 'A. *B*'],
  ['an empty item with a mark', [['ul'], ['li'], ' ', 0, ['li'], 'x', 0, 0], '-\n- x'],
])('%s', (_, tokens, expected) => {
  const settings = { ...DEFAULTS, frontMatter: false }
  expect(convert({ head: { meta: [] }, tokens }, settings, 1000).text.trimEnd()).toBe(expected)
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

  test.each(['<form>', '<div class="content has-sidebar">', '<div id="root" class="menu-closed">'])(
    '%s around the page stays',
    (tag) => {
      const cleanUp = { preset: 'Aggressive', navigation: true, forms: true } as const
      expect(markdownOf(`${tag}<p>content of the page</p></${tag.slice(1, 4)}>x`, { cleanUp })).toContain(
        'content',
      )
    },
  )

  test('buttons that copy and icons of fonts are no text', () => {
    const read = (markup: string) => markdownOf(`<p>a ${markup}b</p>`).trim()
    for (const markup of [
      '<i class="material-icons">schedule</i>',
      '<mat-icon class="mat-icon notranslate material-icons">expand_more</mat-icon>',
      '<b class="google-symbols">menu</b>',
      '<md-icon class="material-symbols-outlined">home</md-icon>',
      '<span class="material-symbols-outlined">home</span>',
      '<i class="iconfont">\uE63D</i>',
      '<button class="copy-button"></button>',
      '<button class="btnCopy">Kopieren</button>',
      '<button>Copy code</button>',
    ])
      expect([markup, read(markup).replaceAll(/\s+/g, ' ')]).toEqual([markup, 'a b'])
    expect(read('<button class="copyright-btn">Terms</button>')).toContain('Terms')
    expect(read('<button class="material-icons-button">Save</button>')).toContain('Save')
    expect(read('<button class="body-copy">Details</button>')).toContain('Details')
    expect(read('<button>Copy editing services</button>')).toContain('editing')
  })
})
