// Checks what is read of a page for Markdown; the package `markdown` has the tests of how it is written.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { createScratch } from '../../src/index.ts'
import { shareTestEngine, type TestEngine } from '../test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

async function textOf(html: string, more: GivenOptions = {}): Promise<string> {
  const { body } = await engine.make({
    html: `<!doctype html>${html}`,
    base_url: 'https://site.test/dir/page',
    format: 'md',
    md_extract_metadata: false,
    ...more,
  })
  return String(body)
}

test('leaves out what is not seen, and keeps what is', async () => {
  const text =
    await textOf(`<style>.gone { display: none } .hid { visibility: hidden } .back { visibility: visible }
    .row { display: flex } .line { display: block } .pre { white-space: pre-line } .in { display: inline }</style>
    <p class="gone">GONE</p><p hidden>HIDDEN</p><p class="hid">HID <b class="back">back</b></p>
    <noscript>NOSCRIPT</noscript><template>TEMPLATE</template><script>'SCRIPT'</script>
    <p>seen</p><div class="row"><a href="#a">one</a><a href="#b">two</a></div>
    <span class="line">first</span><span class="line">second</span>
    <ul style="list-style: none"><li></li><li>item</li></ul><ul><li><a href="/x"></a></li><li>other</li></ul>
    <p>10<span style="position: absolute">minutes</span></p>
    <code style="display: block; white-space: pre">one
  two</code><p><cite style="font-style: normal">Title</cite></p><video><source src="/v.mp4"></video>
    <p class="pre">line one
    line two</p><div class="in">same </div><div class="in">line</div>
    <details><summary>more</summary>inside</details><ol reversed><li>b<li>a</ol>`)
  expect(text).toBe(
    [
      '**back**',
      'seen',
      '[one](#a) [two](#b)',
      'first',
      'second',
      '- item',
      '* other',
      '10 minutes',
      '```\none\n  two\n```',
      'Title',
      '[site.test](https://site.test/v.mp4)',
      'line one  \nline two',
      'same line',
      '**more**',
      'inside',
      '2. b',
      '1) a\n',
    ].join('\n\n'),
  )
})

test('keeps apart in a line what margins keep apart on the page, and joins the parts of a word', async () => {
  const text =
    await textOf(`<style>.tag { margin-right: 8px } .letter { margin-right: 1px } del { padding: 0 4px } .cap { float: left; font-size: 4em } .unit { float: right } .box { display: inline-block }</style>
    <p><span class="cap">T</span>he <span class="cap">T</span> is large.</p><p><span class="unit">g</span>Weight</p>
    <h2><div class="box">H</div><div class="box">i</div> <div class="box"><div class="box">a</div><div class="box">ll</div></div></h2>
    <h3><div class="box">Left</div><div class="box">Right</div></h3>
    <p><b class="tag">A</b><b class="tag">B</b></p><p><i>H</i><b>i</b></p>
    <p><span class="letter">w</span><span class="letter">o</span>rd</p><p><span>$1</span><del>$2</del></p>
    <pre><span class="tag">co</span><span>de</span></pre>`)
  expect(text).toBe(
    'The T is large.\n\ng Weight\n\n## Hi all\n\n### Left Right\n\n**A** **B**\n\n*H*__i__\n\nword\n\n$1 ~~$2~~\n\n```\ncode\n```\n',
  )
})

test('joins the parts of a number that a row shows without a gap', async () => {
  const row = (...parts: string[]) =>
    `<p class="row">${parts.map((part) => `<span>${part}</span>`).join('')}</p>`
  const text = await textOf(
    `<style>.row { display: flex } .wide { gap: 8px } .grid { display: grid; grid-template-columns: 1fr 1fr }</style>${row('$', '19', '.99', '/mo')}${row('12', ':', '30')}${row('4', '%', 'off')}
    <p class="row">
      <span>€</span>
      <span>5</span>
    </p><p class="grid"><span>12</span><span>.305</span><span>3</span><span>€</span><span>30</span></p>
    ${row('12', '13')}${row('Price:', '5')}${row('3.', '2 eggs')}<div class="wide">${row('$', '7')}</div><p class="row wide"><b>$</b><b>8</b></p>`,
  )
  expect(text).toBe(
    '$19.99 /mo\n\n12:30\n\n4% off\n\n€5\n\n12 .305 3 € 30\n\n12 13\n\nPrice: 5\n\n3. 2 eggs\n\n$7\n\n**$** **8**\n',
  )
})

test('keeps the lines of code that are laid out by floats, grids and boxes', async () => {
  const text = await textOf(`<style>.lines { float: left; min-width: 100% } .grid { display: grid }
    .column { display: flex; flex-direction: column } .row { display: flex } .columns { grid-template-columns: auto 1fr }
    .number { float: left; user-select: none }</style>
    <pre><code class="lines"><span class="line"><span>if (a) {</span><br></span><span class="line"><span>  b()</span><br></span></code></pre>
    <pre><code class="grid"><span data-line="">a:</span>
      <span data-line></span>
      <span data-line>  b: <i>1</i></span>
    </code></pre>
    <pre><code class="column"><span>c</span><span>  d</span></code></pre>
    <pre><code><span class="row"><span class="number">1</span><span>let</span><span> e</span><span> =</span>
</span><span class="row"><span class="number">2</span><span>  f</span><i>()</i>
</span></code></pre>
    <pre><code class="grid"><span class="grid columns"><b>g</b><i> h</i></span><span>j</span></code></pre>
    <p>in <code class="row"><b>k</b><i>(l)</i></code></p><p class="row"><code>m</code><code>n</code></p>`)
  const blocks = ['if (a) {\n  b()', 'a:\n\n  b: 1', 'c\n  d', 'let e =\n  f()', 'g h\nj']
  expect(text).toBe(
    [...blocks.map((block) => `\`\`\`\n${block}\n\`\`\``), 'in `k(l)`', '`m` `n`\n'].join('\n\n'),
  )
})

test('keeps code that cannot be selected, without the line numbers beside it', async () => {
  const text =
    await textOf(`<style>main, .locked code { user-select: none } .number { user-select: none }</style>
    <main><pre><code>let a</code></pre></main><div class="locked"><pre><code>let b</code></pre></div>
    <pre><code class="number">1</code><code>let c</code></pre>`)
  const blocks = ['let a', 'let b', 'let c'].map((code) => `\`\`\`\n${code}\n\`\`\``)
  expect(text).toBe(`${blocks.join('\n\n')}\n`)
})

test('reads as code what is shown as code by elements that say nothing', async () => {
  const text =
    await textOf(`<style>.text { font: 12px ui-monospace, Menlo, monospace; white-space: pre } .row { display: flex }
    .react-line-number { user-select: none } .column { float: left }</style><h1>a.py</h1>
    <div class="numbers column"><div class="react-line-number text">1</div><div class="react-line-number text">2</div></div>
    <div class="react-code-lines"><div class="text"><div><div class="react-file-line">def f(x):</div></div></div>
      <div class="text"><div><div class="react-file-line">
</div></div></div>
      <div class="text"><div><div class="react-file-line">    return <span>x</span>  *  2</div></div></div></div>
    <p>between</p>
    <div class="rows"><div class="row"><div class="react-line-number text">1</div><div class="text">if a:</div></div>
      <div class="row"><div class="react-line-number text">2</div><div class="text">  b</div></div></div>
    <p>and</p><div class="text" style="white-space: pre-wrap"><b>$ ls</b>
  one  two</div><div class="text"> </div>`)
  const blocks = ['def f(x):\n\n    return x  *  2', 'if a:\n  b', '$ ls\n  one  two']
  const [first, second, third] = blocks.map((block) => `\`\`\`\n${block}\n\`\`\``)
  expect(text).toBe(['# a.py', first, 'between', second, 'and', `${third}\n`].join('\n\n'))
})

test.each([
  ['body { font-family: "JetBrains Mono", monospace; white-space: pre-wrap }', ''],
  ['body { font-family: Courier New } div { white-space: pre-wrap }', ''],
  ['main { font-family: monospace; white-space: pre }', '<p>more</p>'],
])('reads prose in the style of a terminal as prose: %s', async (style, more) => {
  const text = await textOf(`<style>${style}</style><main><div><div>Some <a href="/x">words</a>,
and more.</div></div>${more}</main>`)
  expect(text).toContain('[words](https://site.test/x)')
  expect(text).not.toContain('`')
})

test('reads the text of fields, unless it is not seen or a secret', async () => {
  const text =
    await textOf(`<p>Run <input readonly value="npm i"><input type=Submit value=Send><input type=image alt=Buy><input type=button value=Copy>
    <input value=HIDDEN hidden><input type=hidden value=HIDDEN><input type=password value=SECRET><input type=checkbox>
    <input type=radio><input type=submit><input placeholder=x><input type=date value=2024-05-06></p><textarea>first</textarea><textarea style="color: transparent">UNSEEN</textarea>
    <textarea style="display: none">HIDDEN</textarea><textarea placeholder="x"></textarea>
    <input autocomplete="billing cc-number" value=SECRET><input style="-webkit-text-security: disc" value=SECRET>
    <input style="opacity: 0" value=UNSEEN><input style="position: absolute; clip: rect(0, 0, 0, 0)" value=UNSEEN>
    <input style="width: 1px; padding: 0; border: 0" value=UNSEEN><details><input value=inside></details>
    <math><mi>x</mi><input value=3></math><p>last</p><script>
    document.querySelector('textarea').value = 'a\\n  b'
    document.querySelector('input').value += ' thing'</script>`)
  expect(text).toBe('Run npm i thing Send Buy 2024-05-06\n\n```\na\n  b\n```\n\ninside\n\n$x$\n\nlast\n')
})

test('keeps the lines of code that end with breaks', async () => {
  const text = await textOf(`<code style="display: block">a  <b>{</b><br>
    &nbsp;&nbsp;b<br>}</code><div style="font-family: monospace">c:<br>
    &nbsp; d</div><div style="font-family: monospace">e<br>f</div>`)
  expect(text).toBe('```\na {\n  b\n}\n```\n\n```\nc:\n  d\n```\n\ne  \nf\n')
})

test('an embedded file becomes a link, and an object without one its content', async () => {
  const text = await textOf(`<p><object data="/a.pdf" title="A"><a href="/a.pdf">instead</a></object></p>
    <p><embed src="/b.pdf" title="B"></p><object><p>content</p></object><p><object data="javascript:1">x</object>last</p>`)
  expect(text).toBe('[A](https://site.test/a.pdf)\n\n[B](https://site.test/b.pdf)\n\ncontent\n\nlast\n')
})

test('keeps pictures and frames that styles show larger than their attributes say', async () => {
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const text = await textOf(`<style>.wide { width: 100%; height: 90px }</style>
    <p><img src="data:image/svg+xml,${encodeURIComponent(drawn)}" alt="DOT" width="1" height="1">
    <iframe src="https://site.test/dot" width="0" height="0"></iframe></p>
    <p><img class="wide" src="/a.png" alt="A" width="0" height="0"></p><p><img class="wide" src="/b.png" alt="B" width="1"></p>
    <p><iframe class="wide" src="https://site.test/c" title="C" width="1" height="1"></iframe></p>`)
  expect(text).toBe(
    '![A](https://site.test/a.png)\n\n![B](https://site.test/b.png)\n\n[C](https://site.test/c)\n',
  )
})

test('frames, videos and sounds that load late are links to what they will show', async () => {
  const text =
    await textOf(`<p><iframe src="about:blank" data-src="https://film.test/embed/1" title="Film"></iframe></p>
    <p><iframe data-lazy-src="/map" title="Map"></iframe></p><p><video title="V" data-src="/v.mp4"></video></p>
    <p><video title="W" data-poster-src="/p.jpg" data-src="/x.mp4"><source><source src="/w.mp4"></video></p>
    <p><audio controls title="S"><source data-src="/s.mp3"></audio></p><p><iframe data-src="javascript:a.b" title="X"></iframe></p>`)
  expect(text).toBe(
    '[Film](https://film.test/embed/1)\n\n[Map](https://site.test/map)\n\n[V](https://site.test/v.mp4)\n\n[W](https://site.test/w.mp4)\n\n[S](https://site.test/s.mp3)\n',
  )
})

test('breaks between elements of a line are kept where styles show them', async () => {
  const text = await textOf(`<p style="white-space: pre-wrap"><a href="/a">A</a>
<a href="/b">B</a>

<a href="/c">C</a></p><div style="white-space: pre-wrap"><p>one</p>

<p>two</p></div>`)
  expect(text).toBe(
    '[A](https://site.test/a)  \n[B](https://site.test/b)\n\n[C](https://site.test/c)\n\none\n\ntwo\n',
  )
})

test('frames of a frameset become links', async () => {
  const text =
    await textOf(`<frameset cols="20%,80%"><frame src="list.html" title="List"><frameset><frame src="/top.html">
    </frameset><noframes>NOFRAMES</noframes></frameset>`)
  expect(text).toBe('[List](https://site.test/dir/list.html)\n\n[site.test](https://site.test/top.html)\n')
})

test('keeps the cells and rows of tables by style apart', async () => {
  const text = await textOf(`<style>.table { display: table } .row { display: table-row }
    .row span { display: table-cell }</style>
    <span class="table"><span class="row"><span>a</span><span>b</span></span><span class="row"><span>c</span><span>d</span></span></span>`)
  expect(text).toBe('a b\n\nc d\n')
})

test('reads open shadow trees with what is in their slots', async () => {
  const text = await textOf(`<x-card><h2 slot="title">Title</h2>rest</x-card><script>
    document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML =
      '<article><slot name="title">none</slot><p>in the shadow</p><div><slot></slot></div><slot name="x">fallback</slot></article>'
  </script>`)
  expect(text).toBe('## Title\n\nin the shadow\n\nrest\n\nfallback\n')
})

test('makes addresses absolute, of the base of the page, and keeps its own places', async () => {
  const picture = `data:image/png;base64,${'A'.repeat(1024 ** 2)}`
  const text =
    await textOf(`<base href="/other/"><a href="x">x</a> <a href="#top">top</a> <a id="own" href="/dir/page#own">own</a>
    <a href="java&#10;script:1">code</a> <img src="i.png" alt="I"> <img src="data:," data-src="l.png" alt="L"> <img src="blank.gif" srcset="b.png 1x" alt="B"> <img src="${picture}" alt="drawn">
    <p style="margin-top: 9000px"><img loading="lazy" srcset="s.png 1x" alt="S">
    <picture><source srcset="p.png"><img loading="lazy" src="data:," alt="P"></picture> <amp-img src="a.png" alt="A"></amp-img>`)
  expect(text.split(/\s+(?=\[|!|code|drawn)/).map((part) => part.trim())).toEqual([
    '[x](https://site.test/other/x)',
    '[top](#top)',
    '[own](#own)',
    'code',
    '![I](https://site.test/other/i.png)',
    '![L](https://site.test/other/l.png)',
    '![B](https://site.test/other/b.png)',
    'drawn',
    '![S](https://site.test/other/s.png)',
    '![P](https://site.test/other/p.png)',
    '![A](https://site.test/other/a.png)',
  ])
})

test('a page that replaces what the reading needs is read all the same', async () => {
  const text =
    await textOf(`<form><input name="childNodes"><input name="firstChild"><p>text</p></form><script>
    Node.prototype.appendChild = Array.from = JSON.stringify = window.getComputedStyle = () => { throw 1 }
    Object.defineProperty(Node.prototype, 'firstChild', { get: () => null })
    Array.prototype.push = () => 0
  </script>`)
  expect(text).toBe('text\n')
})

test('"lazyload" brings in what the page shows only once it is scrolled to', async () => {
  const html = `<style>div { height: 3000px } p { visibility: hidden }</style><div>top</div><p>below</p><script>
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) target.style.visibility = 'visible'
    })
    observer.observe(document.querySelector('p'))
  </script>`
  expect(await textOf(html)).toBe('top\n')
  expect(await textOf(html, { lazyload: true })).toBe('top\n\nbelow\n')
})

test('reads one element, or the page with a warning', async () => {
  const html = '<main><p>one</p></main><p class="x">two</p>'
  expect(await textOf(html, { selector: '.x' })).toBe('two\n')
  expect(await textOf(html, { selector: '.y' })).toBe('one\n\ntwo\n')
})

test.each([
  ['code', '```js\nif (a) {\n  b()\n}\n```\n'],
  ['tbody', '| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n'],
  ['td', '1\n'],
])('reads %s as what it is within the elements around it', async (selector, expected) => {
  const html = `<pre class="language-js"><b>x</b><code>if (a) {\n  b()\n}</code></pre><table><thead><tr><th>A<th>B</thead>
    <tbody><tr><td>1<td>2<tr><td>3<td>4</table>`
  expect(await textOf(html, { selector })).toBe(expected)
})

test('reads without scripts what is shown without them', async () => {
  expect(await textOf('<noscript><p>no script</p></noscript>', { disable_js: true })).toBe('no script\n')
})

test('cuts a page of more than 10 MB between blocks, with a warning', async () => {
  const html = `<!doctype html><main></main><script>
    document.querySelector('main').innerHTML = ('<p>' + 'word '.repeat(2000) + '</p>').repeat(1200)</script>`
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const { body, warnings } = await engine.make({ html, format: 'md' }, { scratch })
  expect(body.length).toBeLessThanOrEqual(10 * 1024 ** 2)
  expect(body.length).toBeGreaterThan(9 * 1024 ** 2)
  expect(String(body.subarray(-12))).toBe('d word word\n')
  expect(warnings).toEqual([expect.stringContaining('was cut')])
})

test('the head of the page comes first', async () => {
  const html = `<html><head><title>A: "q"</title><meta property="og:title" content="O"><meta name="x" content="1">
    <meta name="x" content="2"><link rel="canonical" href="https://c.test/"></head><p>text`
  expect(await textOf(html, { md_extract_metadata: true })).toBe(
    '---\ncanonical: "https://c.test/"\nmeta-og:title: "O"\nmeta-x: "1"\ntitle: "A: \\"q\\""\n---\n\ntext\n',
  )
})

test.each([
  '<mjx-math data-latex="\\frac{a}{b}"><mjx-mfrac data-latex="\\frac{a}{b}"><mjx-mi data-latex="a"><mjx-c>𝑎</mjx-c></mjx-mi></mjx-mfrac></mjx-math>',
  '<svg><g><g data-mml-node="math" data-latex="\\frac{a}{b}"><g data-latex="a"></g></g></g></svg>',
])('reads the source of a formula that MathJax has drawn: %s', async (drawn) => {
  const text = await textOf(`<p>So <mjx-container class="MathJax">${drawn}</mjx-container>.</p>
    <p><mjx-container class="MathJax" display="true">${drawn}</mjx-container></p>`)
  expect(text).toBe('So $\\frac{a}{b}$.\n\n$$\n\\frac{a}{b}\n$$\n')
})
