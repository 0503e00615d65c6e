import { describe, expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import type { Document, Element } from '../dom.ts'
import { findInPage } from './find-in-page.ts'

const BASE = 'https://example.com/a/'
const TEXT =
  'When the council voted to open the culvert, few people believed that anything would change, least of all the engineers. '.repeat(
    3,
  )

/** Returns the styles that a `style` attribute has; undefined for an element without one. */
function styleOf(element: Element) {
  const style = element.getAttribute('style')
  if (style === null) return undefined
  const read = (name: string) => new RegExp(`(?:^|;)${name}:([^;]*)`).exec(style)?.[1]
  return {
    display: read('display') ?? 'inline',
    visibility: read('visibility') ?? 'visible',
    userSelect: read('user-select'),
    cssFloat: read('float'),
    whiteSpaceCollapse: read('white-space-collapse'),
  }
}

/** Reads the article of markup; styles come from `style` attributes. */
function read(body: string, head = '') {
  const { document } = parseHTML(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`)
  const { document: inert } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  const page = document as unknown as Document
  return findInPage(
    {
      root: page.body,
      title: page.title,
      querySelectorAll: (selector) => page.querySelectorAll(selector),
    },
    { inert: inert, baseUrl: BASE, hasScripts: true, styleOf },
  )
}

const article = (inner: string) => {
  const found = read(`<main><h1>The river</h1><p>${TEXT}</p>${inner}<p>${TEXT}</p></main>`)
  if (!found || found === 'too large') throw new Error(`No article: ${found}`)
  return found.content.innerHTML
}

describe('an article keeps', () => {
  test.each<[string, string, string?]>([
    ['tables', '<table><tbody><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></tbody></table>'],
    ['code with its language', '<pre><code class="language-js">a()\n  b</code></pre>'],
    ['code with a language alone', '<pre class="rust">a()\n  b</pre>'],
    [
      'tables made by roles',
      '<div role="table"><div role="row"><span role="cell">a</span><span role="cell">1</span></div></div>',
    ],
    ['figures with captions', `<figure><img src="${BASE}a.png"><figcaption>Ducks</figcaption></figure>`],
    ['tasks', '<ul><li><input type="checkbox" checked>Buy fish</li></ul>', '<span>☑ </span>Buy fish'],
    ['old elements of text', '<p>An <strike>old</strike> <tt>text</tt>, <big>large</big>.</p>'],
    [
      'lines that styles keep',
      '<p style="white-space-collapse:preserve">one\ntwo <b>b</b>\n<code>i</code></p><pre style="white-space-collapse:preserve">a\n<b style="white-space-collapse:preserve">b\nc</b></pre>',
      '<p>one<br>two <b>b</b><br><code>i</code></p>',
    ],
    [
      'films whose frames load late',
      '<p>A film.</p><iframe src="about:blank" data-src="https://www.youtube.com/embed/1" title="Film"></iframe>',
      '<p><a href="https://www.youtube.com/embed/1">Film</a></p>',
    ],
    ['texts to copy', '<p>Run <input readonly value="npm i fish"> now.</p>', '<span>npm i fish</span>'],
    ['formulas', '<math display="block"><mi>x</mi></math>'],
    ['notes beside the text', '<section role="note"><p>Mind the gap, and the train.</p></section>'],
  ])('%s', (_, inner, copied = inner) => {
    expect(article(inner)).toContain(copied)
  })

  const LONG = 'The fish came back in the spring of that year, and nobody had expected them, nobody at all.'
  test.each([
    [
      'a text in a page builder',
      `<div class="elementor-element elementor-widget elementor-widget-text-editor"><p>${LONG}</p></div>`,
      LONG,
    ],
    [
      'a heading in a page builder',
      '<div class="elementor-element elementor-widget elementor-widget-heading"><div><h2>Of fish</h2></div></div>',
      '<h2>Of fish</h2>',
    ],
    [
      'text in a module of a content system',
      '<div class="hs_cos_wrapper hs_cos_wrapper_widget"><p>The fish came back.</p></div>',
      'The fish came back.',
    ],
    [
      'code with a toolbar',
      '<div class="code-toolbar"><pre class="language-js"><code>a()</code></pre><div class="toolbar">Copy</div></div>',
      '<pre class="language-js"><code>a()</code></pre>',
    ],
    [
      'code in a box that is only named toolbar',
      '<div class="toolbar"><pre><code>a()</code></pre></div>',
      '<pre><code>a()</code></pre>',
    ],
    [
      'a signature of a function',
      '<div class="member-signature"><span>boolean</span> add(E e)</div><div class="member-signature"><a href="s">String</a> get()</div>',
      'get()',
    ],
    [
      'signatures of functions whose types are links',
      `<div class="summary"><div><code><a href="b">Bank</a></code></div><div><code><a href="f">find</a>(<a href="f">Fish</a>)</code></div><div>${LONG}</div></div>`,
      `<div><code><a href="${BASE}b">Bank</a></code></div><div><code><a href="${BASE}f">find</a>(<a href="${BASE}f">Fish</a>)</code></div>`,
    ],
    [
      'a function that is named as a part of sites',
      '<section id="method.cmp"><h4>fn cmp</h4></section>',
      'fn cmp',
    ],
    [
      'a heading that is named a header, with links',
      '<section id="impl-clone"><h3 class="code-header">impl <a href="c">Clone</a></h3></section>',
      `impl <a href="${BASE}c">Clone</a></h3>`,
    ],
    [
      'a heading after a place that is written without its end',
      '<div class="titlepage"><div><h3><a id="of-fish">Of fish</a></h3></div></div>',
      '<span id="of-fish">Of fish</span></h3>',
    ],
    ['a paragraph in a profile', `<div class="profile"><p>${LONG}</p></div>`, LONG],
    [
      'a table in a report',
      '<div class="report"><table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></div>',
      '<td>2</td>',
    ],
  ])('%s', (_, inner, kept) => {
    expect(
      read(`<main><h1>The river</h1><p>First. ${TEXT}</p>${inner}<p>Last. ${TEXT}</p></main>`),
    ).toMatchObject({
      content: { innerHTML: expect.stringMatching(new RegExp(`First[^]*${RegExp.escape(kept)}[^]*Last`)) },
    })
  })

  test.each([
    [
      'docusaurus',
      '<div class="theme-admonition theme-admonition-note alert"><div class="admonitionHeading_Gvgb"><span><svg></svg></span>note</div><div><p>Mind the gap.</p></div></div>',
      '<div class="admonitionHeading_Gvgb">',
    ],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>Mind the gap.</p></div>',
      '<p class="markdown-alert-title">Tip</p>',
    ],
    [
      'DocBook',
      '<div class="tip"><h3 class="title">Tip</h3><p>Mind the gap.</p></div>',
      '<div class="tip"><h3 class="title">Tip</h3>',
    ],
  ])('the titles of notes of %s', (_, inner, title) => {
    expect(article(inner)).toContain(title)
  })

  test('code without the numbers of its lines, which nobody can select', () => {
    const kept = article(
      '<pre style="display:block"><span style="user-select:none">1</span><span style="user-select:none">a</span>b</pre>',
    )
    expect(kept).toContain('<pre><span>a</span>b</pre>')
  })

  test('signs of code that nobody can select', () => {
    const code = '<span style="user-select:none">1</span>b'
    expect(article(`<pre style="user-select:none">${code}</pre>`)).toContain('<pre><span>1</span>b</pre>')
  })

  test('what marks the number of a line', () => {
    expect(article('<pre><span class="x linenumber">1</span>a</pre>')).toContain(
      '<span class="linenumber">1</span>',
    )
  })

  test('blocks apart from each other', () => {
    const kept = article(
      '<center>One</center><address>Two</address><my-box style="display:block">Three</my-box><p>a<my-word style="display:inline">b</my-word></p>',
    ).replaceAll(/<(\/?)p>/g, '<$1div>')
    for (const text of ['One', 'Two', 'Three', 'ab']) expect(kept).toContain(`<div>${text}</div>`)
  })

  test('lines of their own by their styles apart from each other', () => {
    const line = (text: string, more = '') => `<span style="display:block${more}">${text}</span>`
    expect(article(`<p>Of ${line('fish')}${line('ducks')}and</p>`)).toContain(
      'Of <span>fish</span> <span>ducks</span> and',
    )
    expect(article(`<p>${line('T', ';float:left')}he</p>`)).toContain('<span>T</span>he')
    expect(article(`<pre><code>${line('a')}${line('b')}\n${line('c')}</code></pre>`)).toContain(
      '<span>a</span>\n<span>b</span>\n<span>c</span>',
    )
  })

  const SENTENCE = 'Each answer has a code, and all of them have a body in JSON.'
  test.each([
    ['Responses', `<p>${SENTENCE}</p>`],
    ['200 Response', `<p>${SENTENCE}</p>`],
    ['Discussion', `<p>${LONG}</p><p>${SENTENCE}</p>`],
    ['Comments', `<p>${SENTENCE}</p><pre><code><span class="token comment">// a</span></code></pre>`],
    ['Related work', `<p>${SENTENCE}</p>`],
    ['Recommended settings', `<ul><li>${SENTENCE}</li><li>Or none of them.</li></ul>`],
    ['Topics', `<p>${SENTENCE}</p>`],
    ['Labels', `<p>${SENTENCE}</p>`],
    ['Subscribe to a topic', `<p>${SENTENCE}</p>`],
  ])('the section "%s", without comments or links', (name, inner) => {
    for (const section of [
      `<h2 id="${name}">${name}</h2>${inner}`,
      `<section id="${name}"><h2>${name}</h2>${inner}</section>`,
    ]) {
      const kept = article(section)
      expect(kept).toContain(`${name}</h2>`)
      expect(kept).toContain(SENTENCE)
    }
  })

  test('the section of a translation that has its name from the heading of the original', () => {
    const section = `<section id="related-recommendations-for-authors-and-others"><span id="x"></span><h2>Für Autoren</h2><p>${SENTENCE}</p></section>`
    expect(article(section)).toContain(SENTENCE)
  })

  test('footnotes, pictures of formulas and words with any class, with what marks them', () => {
    const kept =
      article(`<p>One<a role="doc-noteref" href="#n">1</a>, <img class="latex x" src="${BASE}f.png" alt="x">
      and <span class="rt-commentedText">two</span>.</p><aside role="doc-footnote" id="n"><p>A note of some length.</p></aside>`)
    expect(kept).toContain('role="doc-noteref"')
    expect(kept).toContain('class="latex"')
    expect(kept).toContain('two')
    expect(kept).toContain('id="n"')
  })

  test('figures without captions', () => {
    expect(article(`<figure><img src="${BASE}a.png"></figure>`)).toContain(
      `<figure><img src="${BASE}a.png"></figure>`,
    )
  })

  test('tables in elements whose names say what these lack, or that they are beside the text', () => {
    const table = '<table><tbody><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></tbody></table>'
    for (const name of ['mod-no-footer', 'media-footnotes']) {
      expect(article(`<div class="${name}"><h4>Of fish</h4>${table}</div>`)).toContain(table)
    }
  })

  test('places and notes whose text is code', () => {
    const kept = article(
      `<div id="listing-1" class="tip custom-block"><p>Tip</p><div class="language-sh"><pre>a</pre></div></div>`,
    )
    expect(kept).toContain('id="listing-1"')
    expect(kept).toContain('custom-block')
    const two = article('<div class="highlight-console"><pre>a</pre><pre>b</pre></div>')
    expect(two.match(/<pre class="highlight-console">/g)).toHaveLength(2)
  })

  test('code with the language of an element around it, and code without an element of its own', () => {
    const kept = article(`<div class="highlight-python"><div><pre>a()\n  b</pre></div></div>
      <div class="fragment"><div class="line">1 f(2)</div>\n<div class="line">2 g(3)</div>\n</div>`)
    expect(kept).toContain('<pre class="highlight-python">a()\n  b</pre>')
    expect(kept).toContain('<pre class="fragment"><div>1 f(2)</div><div>2 g(3)</div></pre>')
    expect(article('<p class="fragment">A step of slides.</p>')).toContain('<p class="fragment">A step')
  })

  test('details, opened', () => {
    expect(
      article('<details><summary>More</summary><p>Hidden at first, but part of it.</p></details>'),
    ).toContain('<details open><summary>More</summary><p>Hidden at first, but part of it.</p></details>')
  })

  test('formulas that a script has kept as TeX', () => {
    expect(article('<p>So <script type="math/tex">x^2</script> is, for us, enough to know.</p>')).toContain(
      '<annotation encoding="application/x-tex">x^2</annotation>',
    )
  })

  const source = (tex: string, display = '') =>
    `<math${display}><semantics><mtext>${tex}</mtext><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`
  test.each([
    [
      'a script in a line of its own',
      '<script type="math/tex; mode=display">x^2</script>',
      source('x^2', ' display="block"'),
    ],
    [
      'MathJax as text',
      '<mjx-container class="MathJax" jax="CHTML"><mjx-math data-latex="x^2"><mjx-msup><mjx-mi data-latex="x"><mjx-c>𝑥</mjx-c></mjx-mi></mjx-msup></mjx-math></mjx-container>',
      source('x^2'),
    ],
    [
      'MathJax as a drawing',
      '<mjx-container class="MathJax" jax="SVG" display="true"><svg><g data-mml-node="math" data-latex="x^2"><g data-latex="x"></g></g></svg></mjx-container>',
      source('x^2', ' display="block"'),
    ],
    [
      'MathJax beside MathML',
      '<mjx-container class="MathJax"><mjx-math data-latex="x"><mjx-c>𝑥</mjx-c></mjx-math><mjx-assistive-mml><math data-latex="x"><mi>x</mi></math></mjx-assistive-mml></mjx-container>',
      '<math data-latex="x"><mi>x</mi></math>',
    ],
  ])('the source of a formula of %s', (_, formula, kept) => {
    const text = article(`<p>So ${formula} is, for us, enough to know.</p>`)
    expect(text).toContain(`So ${kept} is,`)
    expect(text).not.toContain('𝑥')
  })

  test('pictures that are loaded late, at their address', () => {
    expect(
      article('<p><img src="data:image/gif;base64,R0lGOD" data-src="late.png" alt="late"></p>'),
    ).toContain(`<img alt="late" src="${BASE}late.png">`)
  })

  test('the sentence and the picture below its title', () => {
    const found =
      read(`<article><header class="head"><h1>The river</h1><p class="standfirst">It came back.</p></header>
      <figure><img src="lead.png" width="800"><figcaption>May</figcaption></figure>
      <div><p>${TEXT}</p><p>${TEXT}</p></div></article>`)
    expect(found).toMatchObject({ title: 'The river' })
    expect((found as { content: { innerHTML: string } }).content.innerHTML).toMatch(/lead\.png/)
  })
})

test('an article keeps the canonical address of its page, in full', () => {
  const found = read(
    `<main><h1>The river</h1><p>${TEXT}</p><p>${TEXT}</p></main>`,
    '<link rel="Canonical stylesheet" href="river"><link rel="icon" href="icon">',
  )
  if (!found || found === 'too large') throw new Error(`No article: ${found}`)
  const links = [...found.content.ownerDocument.head.querySelectorAll('link')]
  expect(links.map((link) => [link.getAttribute('rel'), link.getAttribute('href')])).toEqual([
    ['canonical', `${BASE}river`],
  ])
})

test('both parts of a text with something between them are found', () => {
  const [first, second] = [
    'The culvert is open, and the river can be seen.',
    'Nobody had believed in it, least of all the town.',
  ]
  const aside = '<div class="package"><p>Graphic</p><a href="/b">Another river</a></div>'
  const found = read(
    `<div><h1>The river</h1><div><div><section><p>${first}</p><p>${second}</p></section></div></div>${aside}
      <div><div><div>${`<p>${TEXT}</p>`.repeat(5)}</div></div></div></div>`,
  )
  if (!found || found === 'too large') throw new Error(`No article: ${found}`)
  expect(found.content.innerHTML).toContain(`<p>${first}</p><p>${second}</p>`)
  expect(found.content.innerHTML).not.toContain('Another river')
})

test('the article of a question is the question with its answers, without their votes', () => {
  const post = (type: string, text: string) =>
    `<div itemscope itemtype="https://schema.org/${type}"><div class="x">12 votes up</div><div itemprop="text"><p>${text}</p></div>
    <p>asked by somebody who has 1,234 points</p></div>`
  const found = read(
    `<h1>Why?</h1>${post('Question', `Why is it so? ${TEXT}`)}${post('Answer', `Because. ${TEXT}`)}${post('Answer', `Or not. ${TEXT}`)}`,
  )
  const { innerHTML } = (found as { content: { innerHTML: string } }).content
  expect(innerHTML).toMatch(/Why is it so\?[^]*Because\.[^]*Or not\./)
  expect(innerHTML).not.toMatch(/votes|points/)
})

describe('an article leaves out', () => {
  test.each([
    [
      'what is named so',
      '<div class="c-related__list"><p>Rivers of the world, in pictures</p></div>',
      'Rivers',
    ],
    [
      'what is only named so, or after its place',
      '<div class="c-toolbar"><p>Rivers</p></div><div class="sidebar-widget"><p>Rivers</p></div><div class="main-menu">Rivers</div>',
      'Rivers',
    ],
    [
      'parts below the headings of sites',
      '<h3>Das könnte Sie auch interessieren</h3><ul><li><a href="1">Enten</a></li></ul>',
      'Enten',
    ],
    [
      'comments, by their names',
      `<h2>Discussion</h2><div class="c-comment"><p>Ducks, many of them.</p></div>`,
      'Ducks',
    ],
    [
      'comments, by their times',
      '<h2>Responses</h2><div><p>Tom</p><p>3 hours ago</p><p>Ducks, many of them.</p></div><div><p>Ada</p><p>1 day ago</p><p>Ducks.</p></div>',
      'Ducks',
    ],
    [
      'comments, by their links',
      '<h2>Comments</h2><p>Ducks! <a href="#a">Reply</a></p><p>Ducks. <a href="#b">Reply</a></p>',
      'Ducks',
    ],
    ['comments that are counted', '<h2>2 Comments</h2><p>Ducks, many of them.</p>', 'Ducks'],
    ['headings of sites without anything below', '<h3>Related stories</h3><h2>Ducks</h2>', 'Related'],
    ['lines of sites', '<p>Story continues below advertisement</p>', 'continues'],
    ['appeals', '<p>Sign up for our weekly newsletter and get the best of it by email.</p>', 'newsletter'],
    ['links to more', '<p>Read more: <a href="/x">All about ducks and their rivers</a></p>', 'ducks'],
    ['forms', '<form><p>Your name, please</p><input name="childNodes" value="Ducks"></form>', /<input|Ducks/],
    ['secrets', '<p>Token: <input type="password" readonly value="Ducks"></p>', 'Ducks'],
    [
      'scripts and handlers',
      '<p onclick="a()">Text<script>a()</script><a href="javascript:a()">b</a></p>',
      'a()',
    ],
    ['other documents', '<iframe src="javascript:a()"></iframe><object data="x"></object>', 'object'],
    ['links of icons', '<a href="/edit" title="Edit this page"><svg></svg></a>', 'Edit'],
    ['pixels that count', '<img src="count.gif" width="1" height="1">', 'count.gif'],
    ['what is hidden', '<p hidden>Secret words, many of them.</p>', 'Secret'],
  ])('%s', (_, inner, absent) => {
    expect(article(inner)).not.toMatch(absent)
  })
})

const atStart = (first: string) =>
  read(`<main><h1>The river</h1>${first}<p>First. ${TEXT}</p><p>Last. ${TEXT}</p></main>`)

test.each([
  '<h2>v5.4.0</h2>',
  '<h2>1. Introduction to HTML5</h2>',
  '<h2>Top 10 tips for 2024</h2>',
  '<h2>3 May 2024</h2>',
  '<p>Arsenal 2-1 Chelsea</p>',
  '<p>Serves 4, ready in 30 minutes</p>',
  '<p>Top 10 settings for 2024</p>',
  '<p>Por qué importa</p>',
  '<p>Di notte tutto tace</p>',
  '<p>Par exemple, un canard</p>',
  '<p>Von Berlin nach Hamburg</p>',
  '<p>By the river, 3 ducks</p>',
  '<p>On 3 May 2024, the council voted.</p>',
])('%s at the start is part of the text', (line) => {
  expect(atStart(line)).toMatchObject({ content: { innerHTML: expect.stringContaining(line) } })
})

test.each([
  '3 May 2024',
  'May 3, 2024 at 10:00',
  'Friday, 3 May 2024 | Rivers',
  'Published: 2024-05-03T10:00',
  'Last updated on 3.5.2024, 10:00',
  'Freitag, 3. Mai 2024, 10.00 Uhr',
  'Publié le 3 mai 2024 à 10h00',
  '5 min read · 21 August 2017',
  '3 de mayo de 2024',
  '3 мая 2024 г., 10:00',
  '2024年5月3日 10:00',
  '2024년 5월 3일',
  '3 مايو 2024',
  'By Ada Moss',
  'BY ADA MOSS, 3 May',
  'Von Ada Moss03.05.2024, 10:00',
  'Words by Ada Moss and Tom Reed',
  'Von Ludwig van der Berg',
  'Автор: Анна Мох',
  '作者：山田太郎',
])('the line "%s" at the start is left out', (line) => {
  expect(atStart(`<p>${line}</p>`)).toMatchObject({
    content: { innerHTML: expect.not.stringContaining(line) },
  })
})

test.each([
  ['Written by', '<p>Ada Moss counts ducks for the council.</p>'],
  ['Topics', '<p>Ducks and rivers of the world</p>'],
  ['Related', '<p>Ducks, and what <a href="x">we know</a> of them after all these years</p>'],
])('the part "%s" is left out at the end, where it is short', (name, inner) => {
  const found = read(`<main><h1>The river</h1><p>${TEXT}</p><p>${TEXT}</p><h3>${name}</h3>${inner}</main>`)
  expect((found as { content: { innerHTML: string } }).content.innerHTML).not.toMatch(/ducks|<h3>/i)
})

describe('the title is', () => {
  const titleOf = (heading: string, head: string) => {
    const found = read(`${heading}<main><p>${TEXT}</p><p>${TEXT}</p></main>`, head)
    return (found as { title: string }).title
  }
  test.each([
    ['the heading', '<h1>The river</h1>', '<title>The river | Ledger</title>', 'The river'],
    [
      'the heading that the title begins with, not that of the site',
      '<h1>The Book of Rivers</h1><h2>Ducks ¶</h2>',
      '<title>Ducks - The Book of Rivers</title>',
      'Ducks',
    ],
    [
      'the heading that the title begins with in other letters',
      '<h1>The Book of Rivers</h1><h2>What Is a Duck?</h2>',
      '<title>What is a Duck? - The Book of Rivers</title>',
      'What Is a Duck?',
    ],
    ['the heading without its buttons', '<h1>The river <button>Copy</button></h1>', '', 'The river'],
    ['what the page says, without a heading', '', '<meta property="og:title" content="Ducks">', 'Ducks'],
    ['the title without the site', '', '<title>The river is back | Ledger</title>', 'The river is back'],
  ])('%s', (_, heading, head, title) => {
    expect(titleOf(heading, head)).toBe(title)
  })
})

test('most of a text is found although its class says that it is beside the text', () => {
  const spoken = (name: string) => `<p>${name}: ${TEXT}</p>`.repeat(3)
  const found = read(
    `<div class="article"><h1>The river</h1><p>${TEXT.slice(0, 220)}</p><p class="source">Source: radio, 3 minutes</p>
      <div class="media-transcript">${spoken('ANN')}${spoken('BEN')}</div></div>`,
  )
  if (!found || found === 'too large') throw new Error(`No article: ${found}`)
  expect(found.content.textContent).toMatch(/ANN: When.*BEN: When/s)
})

test('lists of titles are left out where no sentence or heading comes before them', () => {
  const list = (name: string) =>
    `<ul><li><a href="1">All about the ${name} of rivers</a></li><li><a href="2">And much more about ${name}</a></li></ul>`
  const kept = article(
    `<p>It is told in full elsewhere, in these books:</p>${list('ducks')}<p>${TEXT}</p>${list('bridges')}`,
  )
  expect(kept).toContain('ducks')
  expect(kept).not.toContain('bridges')
})

test('lists of teasers are left out, and lists whose items are texts with a linked heading are kept', () => {
  const item = (name: string, text: string) =>
    `<li><h3><a href="/${name}">The ${name}</a></h3><p>${text}</p></li>`
  const list = (text: string) => `<ul>${item('bridge', text)}${item('tunnel', text)}</ul>`
  const html = article(`${list('It is closed for two weeks.')}${list(`In detail: ${TEXT}`)}`)
  expect(html).not.toContain('two weeks')
  expect(article(`<p>Two works that I like:</p>${list('It is closed for two weeks.')}`)).toContain(
    'two weeks',
  )
  expect(html.match(/In detail/g)).toHaveLength(2)
})

describe('there is no article in', () => {
  const teaser = (n: number) =>
    `<div><h2><a href="${n}">Story ${n} of the day</a></h2><p>In short, this.</p></div>`
  test.each([
    [
      'a form to sign in',
      '<h1>Sign in</h1><form><input type="password"><button>Go</button></form><a href="x">Forgotten?</a>',
    ],
    ['a list of articles', Array.from({ length: 12 }, (_, n) => teaser(n)).join('')],
    ['an empty page', ''],
    ['navigation', `<ul>${'<li><a href="x">A page of this site, and more</a></li>'.repeat(30)}</ul>`],
  ])('%s', (_, body) => {
    expect(read(body)).toBeUndefined()
  })

  test('such a list beside a text that is long enough, which is one', () => {
    const list = Array.from({ length: 16 }, (_, n) => `<h3><a href="${n}">Story ${n}</a></h3>`).join('')
    const found = read(`<div><h1>The river</h1>${`<p>${TEXT}</p>`.repeat(4)}</div><div>${list}</div>`)
    expect(found).toMatchObject({ title: 'The river' })
  })
})

test('a page that is too large is not read', () => {
  expect(read(`<div>${'<i></i>'.repeat(60_001)}</div>`)).toBe('too large')
})

test('levels that are too deep become one', () => {
  const deep = `${'<div>'.repeat(3000)}<p>${TEXT}</p><p>${TEXT}</p>${'</div>'.repeat(3000)}`
  const found = read(deep)
  expect((found as { content: { innerHTML: string } }).content.innerHTML).toContain(TEXT.trim().slice(0, 50))
})
