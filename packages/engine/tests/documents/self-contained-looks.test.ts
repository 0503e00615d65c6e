// Compares pages whose markup alone does not show what they show with their files, opened without network.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { differingShare } from '@render/testkit'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 480, height: 720 }
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${content}</svg>`
/** Adds markup that a parser would change: each element is `[name, attributes, ...content]`. */
const build = (tree: unknown) => `<script>
  const make = ([name, attributes, ...content]) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.append(...content.map((each) => (typeof each === 'string' ? each : make(each))))
    return element
  }
  document.body.append(make(${JSON.stringify(tree)}))
</script>`

const rectangle = (colour: string) =>
  svg(`width="90" height="60"><rect width="90" height="60" fill="${colour}"/>`)

/** Files beside those of the site. */
const FILES: Answers = {
  '/one.svg': [
    'image/svg+xml',
    svg(
      `><style>@import "OTHER/styles/colours.css"; .st0 { fill: red } path { stroke: blue; fill: url(OTHER/red.png) }</style><linearGradient id="g"><stop stop-color="lime"/></linearGradient>
      <symbol id="i"><rect class="st0" width="30" height="30"/><path d="M30 30h20v20z"/><circle r="20" fill="url(#g)"/><image href="/red.png" x="20" width="10" height="9"/><image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" y="20" width="10" height="9"/></symbol>`,
    ),
  ],
  '/two.svg': [
    'image/svg+xml',
    svg(
      '><style>.st0 { fill: gold }</style><symbol id="i"><rect class="st0" width="30" height="30"/></symbol>',
    ),
  ],
  '/styles/variables.css': [
    'text/css',
    ':root { --outer: url(img/two.svg) } div { height: 60px } .used { background: var(--inner) }',
  ],
  '/theme/theme.css': ['text/css', ':root { --there: url(img/one.svg) }'],
  '/theme/img/one.svg': ['image/svg+xml', rectangle('lime')],
  '/uses/uses.css': ['text/css', '.there { background: var(--there) }'],
  '/uses/img/one.svg': ['image/svg+xml', rectangle('blue')],
  '/styles/img/one.svg': ['image/svg+xml', rectangle('teal')],
  '/page/img/one.svg': ['image/svg+xml', rectangle('red')],
  '/styles/img/two.svg': ['image/svg+xml', rectangle('red')],
  '/page/img/two.svg': ['image/svg+xml', rectangle('gold')],
  '/fallback.css': ['text/html', '<style>.a {} .x { color: red; font-size: 60px }</style>'],
  '/targets': ['text/html', page('@import "/styles/targets.css";', '<p id="one">one</p><p id="two">two</p>')],
  '/styles/targets.css': ['text/css', 'p:not(:target) { display: none }'],
  '/styles/states.css': ['text/css', 'x-a:state(foreign) { background: pink }'],
  '/styles/compared.css': ['text/css', 'a[href="/in"] { font-size: 30px }'],
  '/styles/small.css': ['text/css', 'p { font-size: 40px }'],
  '/styles/gold.css': ['text/css', 'p { background: gold }'],
  '/styles/variables-in-shorthands.css': [
    'text/css',
    '@charset "utf-8"; @media all { i { color: red } } .f { margin: 1px; background: var(--c) url(../gold.png) no-repeat; background-size: 50% }',
  ],
  '/plain.css': ['text/plain', '.x { font-family: monospace }'],
  '/whole.svg': [
    'image/svg+xml',
    svg(
      'viewBox="0 0 30 30" class="st0"><style>.st0 { fill: teal }</style><rect width="20" height="20"/><circle id="part" r="30"/>',
    ),
  ],
  '/styles/rules.css': ['text/css', 'h1 { color: red } @media screen { h2 { font-size: 30px } }'],
}

const PAGES: Record<string, string> = {
  'references within drawings, with a base address': page(
    'svg { display: block }',
    `<base href="/styles/">${svg(`width="300" height="150"><linearGradient id="a"><stop stop-color="lime"/><stop offset="1" stop-color="blue"/></linearGradient>
    <linearGradient id="b" xlink:href="#a"/><linearGradient id="c" href="#a" x2="0" y2="1"/><rect width="90" height="60" fill="url(#b)"/><rect x="100" width="90" height="60" fill="url(#c)"/>
    <pattern id="d" width="9" height="9" patternUnits="userSpaceOnUse"><circle r="5" fill="red"/></pattern><pattern id="e" href="#d" patternTransform="scale(2)"/><rect x="200" width="90" height="60" fill="url(#e)"/>
    <path id="p" d="M0 120H280"/><text font-size="30"><textPath href="#p">along a path</textPath></text>`)}`,
  ),
  'references within drawings, without one': page(
    'svg { display: block }',
    svg(
      `width="120" height="90"><filter id="f" x="0" y="0" width="1" height="1"><feImage href="#shape"/></filter>
    <defs><circle id="shape" cx="40" cy="40" r="30" fill="teal"/></defs><rect width="90" height="90" filter="url(#f)"/>`,
    ),
  ),
  'trees that a parser would change': page(
    `a { color: teal; border: 2px solid; display: block; padding: 5px } p { margin: 20px 0; color: navy } p div + div { color: red } button { padding: 6px } p > button { color: red } button button { background: gold }
    td { border: 1px solid } .block { background: pink } li { padding: 4px; border: 1px solid } .f { padding: 4px; border: 1px solid green } .row tr { background: lime } h1 { font-size: 20px; margin: 2px }`,
    build([
      'section',
      {},
      ['a', { href: '#o' }, 'outer', ['div', {}, ['a', { href: '#i' }, 'inner'], 'after']],
      ['p', {}, 'text', ['div', {}, 'one'], ['div', {}, 'two'], 'rest'],
      ['p', {}, ['button', {}, ['div', {}, 'in a button']]],
      ['button', {}, 'outer', ['button', {}, 'inner'], 'after'],
      [
        'table',
        {},
        ['tr', {}, ['td', {}, 'cell'], ['div', { class: 'block' }, 'block']],
        ['div', {}, 'in a table'],
        'text',
      ],
      ['ul', {}, ['li', {}, 'item', ['li', {}, 'in an item'], 'after']],
      ['form', { class: 'f' }, 'form', ['form', { class: 'f' }, 'in a form'], 'after'],
      ['div', { class: 'row' }, ['tr', {}, ['td', {}, 'a'], ['td', {}, 'b']]],
      ['h1', {}, 'one', ['h1', {}, 'two'], 'after'],
    ]),
  ),
  'what is in the top layer': page(
    `[popover] { opacity: 0; scale: 0; inset: 20px auto auto 20px } [popover]:popover-open { opacity: 1; scale: 1; background: gold }
    dialog { background: pink; color: transparent } dialog:modal { color: green; border: 5px solid teal } @keyframes modal { from { background: aqua } } p { animation:modal 1000s } .a\\:modal { color: red } dialog::backdrop { background: rgba(0, 0, 80, 0.5) }`,
    `<p>behind</p><dialog>modal</dialog><div popover id="pop">popover</div><script>document.querySelector('dialog').showModal(); document.getElementById('pop').showPopover()</script>`,
  ),
  'shorthands with variables in rules of scripts': page(
    ':root { --c: gold } div { width: 120px; height: 80px; margin: 4px }',
    `<style id="s"></style><div class="a"></div><div class="b"></div><div class="c"></div><script>
    const { sheet } = document.getElementById('s')
    sheet.insertRule('.a { background: var(--c) url(/red.png) no-repeat; background-size: 50% }')
    sheet.insertRule('@media screen { .b { border: 9px solid var(--c); border-bottom: 0 } }', 1)
    const adopted = new CSSStyleSheet()
    adopted.replaceSync('.c { background: var(--c) url(/teal.png) no-repeat; background-size: 50% } .none { color: red }')
    document.adoptedStyleSheets = [adopted]</script>`,
  ),
  'shorthands with variables beside rules of scripts': page(
    ':root { --c: gold } div { width: 120px; height: 80px; margin: 4px }',
    `<link rel="stylesheet" href="/styles/variables-in-shorthands.css"><style id="s">/* } */ .x::before { content: "}" } .d { border: 9px solid var(--c); border-bottom: 0 }</style>
    <div class="d x">d</div><div class="e">e</div><div class="f">f</div><script>
    document.getElementById('s').sheet.insertRule('.d { color: red }')
    const adopted = new CSSStyleSheet()
    adopted.replaceSync('.none { color: red } .e { background: var(--c) url(/teal.png) no-repeat; background-size: 50% }')
    adopted.insertRule('.e { color: red }')
    document.adoptedStyleSheets = [adopted]
    onload = () => document.styleSheets[1].insertRule('.f { color: red }', 1)</script>`,
  ),
  'sprites with styles of their own': page(
    'svg { width: 60px; height: 60px } .st0 { stroke: black; stroke-width: 6px }',
    `<svg><use href="/one.svg#i"/></svg><svg><use href="/two.svg#i"/></svg><svg><path d="M0 0h40v40z"/></svg><svg><circle class="st0" r="30"/></svg><svg><use href="/whole.svg" width="40"/></svg><svg><use href="/whole.svg#part"/></svg>`,
  ),
  'fonts made of bytes': page(
    'p { font: 40px/1 Block, serif } i { font: 30px/1 View, serif }',
    `<p>A A</p><i>A</i><script>fetch('/block.ttf').then((r) => r.arrayBuffer()).then(async (bytes) => {
      document.fonts.add(await new FontFace('Block', bytes).load())
      document.fonts.add(await new FontFace('View', new Uint8Array(bytes), { style: 'italic' }).load())
      document.body.append('loaded') })</script>`,
  ),
  'values that look like code': page(
    '[on], [on-dark] { color: teal } [data-title^="Java"] { background: gold }',
    `<p on>on</p><p on-dark="1">dark</p><p data-title="JavaScript: basics">title</p><object data="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" width="60" height="40"></object>`,
  ),
  'rules that scripts changed in linked style sheets': page(
    '',
    `<link rel="stylesheet" href="/styles/rules.css"><h1>one</h1><h2>two</h2><script>
    onload = () => { const { cssRules } = document.styleSheets[1]; cssRules[0].style.setProperty('color', 'teal'); cssRules[1].insertRule('h2 { color: red }') }</script>`,
  ),
  'selectors of the attributes of pictures': page(
    'img:not([src]), img[src=""] { visibility: hidden } img[srcset] { border: 5px solid teal }',
    `<img src="/red.png" srcset="/large.png 2x"><img src="/red.png" srcset="/large.png 120w" sizes="60px"><img src="/red.png" srcset="/red.png 1x"><img srcset="/blue.png 1x"><img src="" alt="none"><img src="/gold.png">`,
  ),
  'a width in srcset that the file does not have': page(
    '',
    '<img srcset="/large.png 240w" sizes="60px"><img srcset="/red.png 600w" sizes="300px">',
  ),
  'links that run scripts': page(
    'a { display: block } a:link { background: gold } a:not([href]) { font: bold 40px serif }',
    `<a href="javascript:void(0)">Menu</a><a href="data:text/html,x">data</a><svg width="90" height="40"><a href="javascript:1"><text y="20">drawn</text></a></svg>`,
  ),
  'style sheets in comments for old browsers': page(
    '',
    '<style><!-- body { background: gold } p { color: teal } --></style><style><!-- @import "/styles/gold.css"; --> p { font-size: 40px }</style><p>text</p>',
  ),
  'names and strings with markup': page(
    String.raw`.\<b\:x { color: teal } .a::after { content: "\<b> \\<i>" }`,
    '<p class="&lt;b:x a">text</p>',
  ),
  'linked style sheets at data addresses': page(
    '',
    `<link rel="stylesheet" href="data:text/css,p%7Bcolor:teal;background:url(OTHER/gold.png)%7D"><link rel="stylesheet" href="data:text/css;base64,${Buffer.from('p { font-size: 40px } /* ü */').toString('base64')}"><link rel="stylesheet" href="data:text/plain,p{border:9px solid}"><p>text</p>`,
  ),
  'dimensions of sources': page(
    'img { display: block; margin: 3px }',
    `<picture><source media="print" srcset="/large.png" width="9"><source srcset="/red.png 3x, /large.png 1x" width="60" height="200"><img src="/red.png" width="10" height="10"></picture>
    <picture><source srcset="/large.png" height="90"><img src="/large.png" width="10" height="10"></picture><picture><source srcset="/large.png"><img src="/red.png" width="10"></picture>`,
  ),
  'states that the render holds': page(
    `.menu ul { display: none } .menu:hover ul { display: block } .menu:hover { background: gold } @layer base { i { outline: 0 } }`,
    `<div class="menu">menu<ul><li>one</ul></div><label>name <input id="a"></label><i tabindex="0">i</i><div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<style>p:hover { color: red }</style><p>text</p>'
    document.getElementById('a').focus()</script>`,
  ),
  'custom properties that scripts registered': page(
    'section { --k: 9px } div { width: 100px; height: 50px; border-left: var(--k) solid red; color: var(--c) }',
    `<section><div>text</div></section><script>
    CSS.registerProperty({ name: '--k', syntax: '<length>', inherits: false, initialValue: '80px' })
    CSS.registerProperty({ name: '--c', syntax: 'red | <color>', inherits: true, initialValue: 'teal' })
    CSS.registerProperty({ name: '--any', inherits: false })</script>`,
  ),
  'animations of scripts in shadow trees': page(
    '',
    `<div id="host">light</div><script>
    const root = document.getElementById('host').attachShadow({ mode: 'open' })
    root.innerHTML = '<p>inside</p><slot></slot>'
    root.querySelector('p').animate([{ color: 'red' }, { color: 'teal', fontSize: '40px' }], { duration: 1, fill: 'forwards' })</script>`,
  ),
  'styles that a policy forbids': `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'nonce-a'"><form style="color: red"><input name="style">text</form>
    <style>form { font-size: 40px }</style><style nonce="a">form { border: 3px solid }</style><svg width="60" height="30"><rect width="60" height="30" style="fill: red"/></svg><p>set</p><script>document.querySelector('p').style.color = 'teal'</script>`,
  'scrolled containers whose last child is special': page(
    '.m { height: 90px; overflow: auto; display: grid; gap: 5px; counter-reset: m } .m > p:last-child { background: gold } .m > p { height: 60px; margin: 0 } .m > p::before { counter-increment: m; content: counter(m) } .m > ::first-letter { color: red }',
    `<div class="m">text<p>1</p><p>2</p><p>3</p></div><ul class="m"><li>1<li>2<li>3<li>4<li>5<li>6<li>7</ul><script>
    for (const each of document.querySelectorAll('.m')) each.scrollTop = 70</script>`,
  ),
  'lists without a selected option': page(
    '',
    `<select><option>one<option>two</select><select size="2"><option>one<option>two</select><select></select><script>
    for (const each of document.querySelectorAll('select')) each.selectedIndex = -1</script>`,
  ),
  'the focus': page(
    'label:focus-within { border: 5px solid teal } input:focus { background: gold; outline: 0 } :focus-visible { color: red }',
    `<label>name <input id="a" value="text"></label><input value="other"><script>document.getElementById('a').focus()</script>`,
  ),
  'sets of style sheets': page(
    '',
    `<link rel="stylesheet" title="one" href="/styles/targets.css"><link rel="stylesheet" title="two" href="/styles/small.css"><style title="two">p { border: 9px solid }</style>
    <style title="one">p:first-of-type { display: block; color: teal }</style><link rel="alternate stylesheet" href="/styles/small.css"><p>one</p><p>two</p><div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<style title="three">b { color: red }</style><b>three</b>'</script>`,
  ),
  'style sheets that a script chose': page(
    '',
    `<link rel="stylesheet" title="one" href="/styles/small.css"><link rel="alternate stylesheet" title="two" href="/styles/gold.css"><link rel="alternate stylesheet" title="three" href="/styles/targets.css"><p>text</p><script>
    onload = () => { for (const link of document.querySelectorAll('link')) link.disabled = true; document.querySelector('[title=two]').disabled = false }</script>`,
  ),
  'style sheets whose set is set': page(
    '',
    `<meta http-equiv="default-style" content="two"><link rel="stylesheet" title="one" href="/styles/small.css"><link rel="alternate stylesheet" title="two" href="/styles/gold.css"><p>text</p>`,
  ),
  'attributes that are no addresses here': page(
    'td::before { content: attr(data) ": " } x-a::after { content: attr(src) attr(action) }',
    '<table><td data="Price" cite="a">1</table><x-a src="a" action="b"></x-a><math><mi href="#a">x</mi></math>',
  ),
  'selectors that compare addresses': page(
    `a[href^="http"]::after { content: " outside" } a[href^="http"] { color: red } a:not([href^="/"]) { border: 2px solid } img[src$=".png" i] { border: 9px solid teal }
    @media screen { iframe[src*='/frame'] { width: 150px; & + [style*="/gold"] { height: 60px } } } img[loading=lazy] { opacity: 0.4 } [src=a]::after { content: '[src="a"] {' }`,
    `<link rel="stylesheet" href="OTHER/styles/compared.css"><a href="/in">inside</a> <a href="http://outside.example">outside</a><br><img src="/red.png"><img src="/shape.svg" loading="lazy"><br><iframe src="/frame"></iframe><div style="background: url(/gold.png)"></div><div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<style>input[src^="/"] { outline: 4px solid gold }</style><input type="image" src="/blue.png">'</script>`,
  ),
  'states without an attribute': page(
    'iframe { height: 90px } input { display: none } input:indeterminate + b { background: gold } x-a:state(Open) { color: red } b::after { content: ":state(1)" }',
    `<link rel="stylesheet" href="OTHER/styles/states.css"><svg width="9" height="9"><font-face/></svg><iframe src="/targets#two"></iframe><input type="checkbox"><b>some of them</b><x-a>open</x-a><script>
    document.querySelector('input').indeterminate = true
    customElements.define('x-a', class extends HTMLElement { constructor() {
      const { states } = super().attachInternals()
      for (const name of ['Open', 'is-late', 'foreign', '1', '"><script>']) states.add(name)
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>:host(:state(is-late)) i { border: 5px solid }</style><i><slot></slot></i>' } })</script>`,
  ),
  'files of custom properties': page(
    '',
    `<link rel="stylesheet" href="/styles/variables.css"><div class="used" style="--inner: url(img/one.svg)"></div><div style="background: var(--outer)"></div>`,
  ),
  'files of custom properties that are used elsewhere': page(
    'div { height: 60px }',
    `<link rel="stylesheet" href="/theme/theme.css"><link rel="stylesheet" href="/uses/uses.css"><div class="there"></div><img src="/theme/img/one.svg">`,
  ),
  'style sheets that the browser refused': page(
    '',
    `<link rel="stylesheet" href="/fallback.css"><link rel="stylesheet" href="OTHER/plain.css"><h1 class="x">black</h1>`,
  ),
}

/** Options of the renders of some pages. */
const OPTIONS: Record<string, GivenOptions> = { 'states that the render holds': { hover: ['.menu'] } }

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
beforeAll(async () => {
  const pages: Answers = Object.fromEntries(
    Object.values(PAGES).map((html, index) => [`/page/${index}`, ['text/html; charset=utf-8', html]]),
  )
  ;[engine, browser, site] = await Promise.all([
    shareTestEngine(),
    startOfflineBrowser(),
    siteFiles().then((files) => startSite({ ...files, ...FILES, ...pages })),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, site].map((each) => each[Symbol.asyncDispose]()))
})

test.each(Object.keys(PAGES))('%s', async (name) => {
  const url = `${site.url}/page/${Object.keys(PAGES).indexOf(name)}`
  const given = { url, save_html: true, full_html: true, ...VIEWPORT, ...OPTIONS[name] }
  const { body, files, warnings } = await engine.make(given)
  const [html] = files
  await using opened = await browser.open('page.html', html!.body, VIEWPORT)
  expect({ warnings, asked: opened.asked }).toEqual({ warnings: [], asked: [] })
  expect(await differingShare(opened.picture, body)).toBeLessThan(0.0002)
})
