const doc = (head: string, body: string, root = '') =>
  `<!doctype html><html ${root}><head><meta charset="utf-8"><title>page</title>${head}</head><body>${body}</body></html>`
const styled = (style: string, body: string) => doc(`<style>${style}</style>`, body)
const script = (code: string) => `<script>${code}</script>`

/** Pages that show what they show in many ways, by what is particular about each. */
export const selfContainedPages: Record<string, string> = {
  'linked style sheets': doc(
    '<link rel="stylesheet" href="/styles/main.css">',
    '<h1>Green</h1><p class="font">A A</p><div class="bg"></div><p class="deep">teal</p>',
  ),
  pictures: doc(
    '',
    `<img src="/red.png"><img srcset="/large.png 2x, /green.png 3x" alt=""><img srcset="/large.png 120w" sizes="60px">
    <picture><source media="(max-width: 900px)" srcset="/blue.png"><img src="/red.png"></picture>
    <img src="/shape.svg" width="90"><img src="OTHER/teal.png"><input type="image" src="/gold.png">`,
  ),
  backgrounds: styled(
    `div { width: 120px; height: 50px; margin: 4px } .a { background: url("/red.png") 50% / 20px no-repeat, url(/gold.png) }
    .b { background-image: image-set("/green.png" 1x, "/large.png" 2x) } .c { border: 15px solid; border-image: url(/blue.png) 10 round }
    .d { list-style: url(/pink.png); display: list-item; margin-left: 60px } .e::before { content: url(/teal.png) }`,
    '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d">item</div><div class="e">text</div><div style="background: url(/pink.png)"></div>',
  ),
  'legacy attributes': doc(
    '',
    '<table background="/gold.png" border="3" cellpadding="9"><tr><td background="/pink.png">cell<td bgcolor="lime">cell</table><font size="6" color="red">big</font><center>middle</center>',
  ),
  drawings: styled(
    'svg { border: 1px solid }',
    `<svg width="60" height="60"><use href="/sprite.svg#star"/></svg><svg width="60" height="60" fill="green"><use xlink:href="/sprite.svg#dot"/></svg>
    <svg width="80" height="60"><image href="/teal.png" width="80" height="60"/></svg>
    <svg width="80" height="60"><defs><linearGradient id="l"><stop stop-color="lime"/><stop offset="1"/></linearGradient></defs><rect fill="url(#l)" width="80" height="60"/></svg>
    <svg width="90" height="60"><foreignObject width="90" height="60"><p>html <b>in</b> svg</p></foreignObject></svg>`,
  ),
  'masks and clips': styled(
    `div { width: 80px; height: 60px; background: crimson; margin: 4px } .m { mask: url(/mask.svg) } .c { clip-path: url(#own) }
    .f { filter: url(#blur) } .x { clip-path: url(/clip.svg#c) } .s { shape-outside: url(/mask.svg); float: left; mask: url(/mask.svg) center / contain }`,
    `<svg width="0" height="0"><clipPath id="own"><path d="M0 0H80L40 60z"/></clipPath><filter id="blur"><feGaussianBlur stdDeviation="3"/></filter></svg>
    <div class="m"></div><div class="c"></div><div class="f"></div><div class="x"></div><div class="s"></div><p>around it</p>`,
  ),
  'rules inserted by scripts': doc(
    '<link rel="stylesheet" href="/styles/colours.css"><style id="s">p { color: red }</style><style id="e"></style>',
    `<h1>striped</h1><p>blue</p><h2>boxed</h2>${script(`
      document.styleSheets[0].insertRule('h1 { text-decoration: underline; background: url(../teal.png) }')
      document.styleSheets[0].deleteRule(1)
      document.getElementById('s').sheet.insertRule('p { color: blue; font-size: 30px }', 1)
      document.getElementById('e').sheet.insertRule('h2 { border: 5px solid gold; background: url(/pink.png) }')`)}`,
  ),
  'adopted style sheets': doc(
    '<style>p { color: red }</style>',
    `<p>green</p><div id="host"></div>${script(`
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('p { color: green; background: url(/gold.png) }')
      document.adoptedStyleSheets = [sheet]
      const root = document.getElementById('host').attachShadow({ mode: 'open' })
      root.innerHTML = '<p>inside</p>'
      root.adoptedStyleSheets = [sheet]`)}`,
  ),
  'shadow trees': doc(
    '',
    `<my-card><b slot="title">Title</b>text</my-card><div><template shadowrootmode="open"><style>:host { display: block; border: 3px solid teal } ::slotted(i) { color: red }</style><slot></slot><img src="/pink.png"><svg width="30" height="30"><use href="/sprite.svg#dot"/></svg></template><i>slotted</i></div>
    ${script(`customElements.define('my-card', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>h3 { background: gold } my-inner { color: blue }</style><h3><slot name=title></slot></h3><slot></slot><my-inner></my-inner>' } })
      customElements.define('my-inner', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>innermost</p>' } })`)}`,
  ),
  'elements that wait for their script': styled(
    ':not(:defined) { visibility: hidden } x-known:defined { color: green }',
    `<x-known>shown</x-known><x-unknown>hidden</x-unknown>${script("customElements.define('x-known', class extends HTMLElement {})")}`,
  ),
  frames: doc(
    '<style>iframe { border: 2px solid; width: 180px; height: 90px }</style>',
    `<iframe src="/frame"></iframe><iframe src="OTHER/frame"></iframe><iframe sandbox src="/quirky-frame"></iframe>
    <iframe srcdoc="<h3 style='color: red'>written &amp; &quot;quoted&quot;</h3>"></iframe><iframe src="/nested-frame" style="width: 300px; height: 120px"></iframe>
    <iframe src="/shape.svg"></iframe><iframe src="/teal.png"></iframe>`,
  ),
  objects: doc(
    '',
    '<object data="/shape.svg" width="120"></object><object data="/red.png"></object><embed src="/shape.svg" width="60" height="40">',
  ),
  frameset:
    '<html><frameset cols="50%,50%"><frame src="/frame"><frame src="/quirky-frame"></frameset></html>',
  'a frame that a script writes': doc(
    '',
    `<iframe id="f"></iframe>${script(`const d = document.getElementById('f').contentDocument
      d.open(); d.write('<!doctype html><body style="background: pink"><p>written'); d.close()`)}`,
  ),
  canvas: styled(
    `canvas { border: 2px solid; padding: 5px } .small { width: 60px; height: 60px; background: #eee }
    .fit { width: 120px; height: 40px; background: #eee } .contain { object-fit: contain } .cover { object-fit: cover; object-position: 0 10px } .none { object-fit: none }`,
    `<canvas width="150" height="80"></canvas><canvas class="small" width="150" height="80"></canvas>${['contain', 'cover', 'none'].map((fit) => `<canvas class="fit ${fit}" width="150" height="80"></canvas>`).join('')}${script(`
      for (const canvas of document.querySelectorAll('canvas')) {
        const draw = canvas.getContext('2d')
        draw.fillStyle = 'tomato'; draw.fillRect(10, 10, 80, 50); draw.fillStyle = 'navy'; draw.font = '30px serif'; draw.fillText('drawn', 30, 60)
      }`)}`,
  ),
  forms: styled(
    'input:checked { outline: 5px solid lime } label { display: block }',
    `<input id="t" value="before"><input id="p" type="password"><textarea id="a">before</textarea><label><input type="checkbox" id="c"> check</label>
    <label><input type="radio" name="r" checked><input type="radio" name="r" id="r"></label><select id="s"><option>one<option>two<option>three</select>
    <input type="range" id="n" min="0" max="10"><progress id="g" max="10"></progress><input type="submit"><button>press</button>${script(`
      const set = (id, value) => Object.assign(document.getElementById(id), value)
      set('t', { value: 'after "all" <b>' }); set('p', { value: 'secret' }); set('a', { value: '\\n\\nthird line' }); set('c', { checked: true })
      set('r', { checked: true }); set('s', { value: 'three' }); set('n', { value: 9 }); set('g', { value: 7 })`)}`,
  ),
  'forms with names of properties': doc(
    '',
    '<form id="f"><input name="attributes" value="a"><input name="childNodes" value="b"><input name="firstChild"><input name="localName"></form><img name="documentElement" src="/red.png"><img name="adoptedStyleSheets"><form name="body"></form>',
  ),
  'details and dialogs': styled(
    'dialog { border: 4px solid teal } dialog::backdrop { background: rgba(0, 0, 80, 0.5) } #pop { background: gold }',
    `<details open><summary>open</summary>content</details><details><summary>closed</summary>nothing</details><p>behind</p>
    <dialog id="d">modal</dialog><div popover id="pop">popover</div>${script("document.getElementById('d').showModal(); document.getElementById('pop').showPopover()")}`,
  ),
  'nesting, layers and scopes': styled(
    `@layer low, high; @layer high { .a { color: red } } @layer low { .a { color: blue; background: url(/gold.png) } }
    .b { color: green; & > i { color: teal; &::after { content: " <after>" } } @media (width > 10px) { font-size: 24px } }
    @scope (.c) to (.d) { p { color: orange } } @supports (display: grid) { .e { text-decoration: underline } }`,
    '<p class="a">layers</p><p class="b">nested <i>in</i></p><div class="c"><p>scoped</p><div class="d"><p>not</p></div></div><p class="e">supported</p>',
  ),
  'container queries': styled(
    '.c { container-type: inline-size; width: 200px } @container (width > 150px) { p { background: gold } } .w { width: 100px }',
    '<div class="c"><p>wide</p></div><div class="c w"><p>narrow</p></div>',
  ),
  'variables and counters': styled(
    `@property --angle { syntax: "<angle>"; inherits: true; initial-value: 40deg } :root { --main: teal; --gap: 12px }
    .a { color: var(--main); padding: var(--gap); border: var(--gap) solid var(--none, gold); background: linear-gradient(var(--angle), red, blue) }
    ol { counter-reset: item } li { display: block } li::before { counter-increment: item; content: counters(item, ".") " \\201C" attr(data-x) "\\201D " }`,
    '<div class="a">text</div><ol><li data-x="1">one<ol><li data-x="é">two</ol><li>three</ol>',
  ),
  'flex and grid': styled(
    `.f { display: flex; gap: 8px; justify-content: space-between } .f div { flex: 1; background: lightblue } .f div:nth-child(2) { flex: 2; background: pink }
    .g { display: grid; grid-template: "a b" 40px "a c" 60px / 1fr 2fr; gap: 5px } .g > * { background: gold } .g :first-child { grid-area: a }`,
    `<div class="f"><div>1</div>${script('')}<div>2</div><div>3</div></div><div class="g"><p>a</p><p>b</p><p>c</p></div>`,
  ),
  'siblings of scripts': styled(
    'p { margin: 2px } p + p { color: red } p:nth-child(3) { background: gold } p:last-child { border: 3px solid }',
    `<p>1</p>${script('')}<p>2</p><noscript><p>none</p></noscript><p>3</p><!-- comment --><p>4</p>`,
  ),
  'tables and columns': styled(
    'table { border-collapse: collapse } td, th { border: 2px solid teal; padding: 4px } tr:nth-child(even) { background: #eef } .c { columns: 3; column-rule: 2px dotted red }',
    `<table><caption>Caption</caption><thead><tr><th colspan="2">head<tbody><tr><td rowspan="2">1<td>2<tr><td>3<tr><td>4<td>5</table><div class="c">${'words in columns '.repeat(20)}</div>`,
  ),
  'transforms and blends': styled(
    `div { position: absolute; width: 70px; height: 70px; background: tomato } .a { left: 20px; rotate: 30deg } .b { left: 120px; transform: perspective(200px) rotateY(50deg) }
    .c { left: 220px; mix-blend-mode: difference; box-shadow: 0 0 20px blue } .d { left: 90px; top: 90px; backdrop-filter: invert(1); opacity: 0.7 } body { background: linear-gradient(gold, teal) fixed }`,
    '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div>',
  ),
  'sticky and fixed': styled(
    'body { margin: 0; height: 2000px } header { position: fixed; top: 0; width: 100%; background: gold } nav { position: sticky; top: 30px; background: pink } main { padding-top: 60px }',
    '<header>fixed</header><main><nav>sticky</nav>content</main>',
  ),
  'scrolled containers': styled(
    '.s { width: 150px; height: 100px; overflow: auto; border: 1px solid } .s p { margin: 0; height: 40px; width: 300px } .s p:nth-of-type(odd) { background: gold } .f { display: flex; flex-direction: column; gap: 4px } .f p { flex: none }',
    `<div class="s">${'<p>row of a list</p>'.repeat(20)}</div><div class="s f">${'<p>row of a list</p>'.repeat(20)}</div>${script('for (const s of document.querySelectorAll(".s")) { s.scrollTop = 333; s.scrollLeft = 37 }')}`,
  ),
  'writing modes': styled(
    '.v { writing-mode: vertical-rl; height: 120px; border: 1px solid } .r { direction: rtl; text-align: start }',
    '<div class="v">縦書き vertical</div><div class="r">שלום עולם (rtl)</div><ruby>漢<rt>kan</rt></ruby>',
  ),
  signs: doc(
    '',
    '<p>🦊 👩‍👩‍👧 é è ß &lt;b&gt; &amp;amp; &nbsp;&nbsp; “quotes” \u2028 <b>x</b></p><pre>\n\nlines\n  kept\t</pre><xmp><b>not bold</b></xmp><q>quoted</q>',
  ),
  'dark mode': styled(
    ':root { color-scheme: light dark } @media (prefers-color-scheme: dark) { body { background: navy } } p { color: light-dark(green, yellow) }',
    '<meta name="color-scheme" content="light dark"><p>scheme</p><input value="field">',
  ),
  'media queries': doc(
    '<style media="print">p { display: none }</style><link rel="stylesheet" media="(min-width: 5000px)" href="/styles/print.css"><style>@media print { p { color: red } } @media (400px<width) and (width<=4000px) { p { color: teal } }</style>',
    '<p>teal</p>',
  ),
  'disabled and alternate style sheets': doc(
    '<style id="off">p { color: red }</style><link rel="alternate stylesheet" title="other" href="/styles/print.css"><link id="late" rel="stylesheet" href="/styles/colours.css">',
    `<p>black</p><h1>black</h1>${script("document.getElementById('off').sheet.disabled = true; document.getElementById('late').disabled = true")}`,
  ),
  'a base address': doc(
    '<base href="/styles/">',
    '<img src="../red.png"><svg width="40" height="40"><use href="#own"/><symbol id="own"><circle cx="20" cy="20" r="20"/></symbol></svg><div style="background: url(../gold.png); height: 30px"></div>',
  ),
  quirks:
    '<style>td { border: 1px solid } body { color: green } .BIG { font-size: 40px }</style><p class="big">quirks</p><table width="50%" height="50%"><tr><td>cell</table>',
  'markup that a script adds': doc(
    '<style>.a { color: red } .a .b { color: blue } img { border: 3px solid }</style>',
    `<div id="app"></div>${script(`document.getElementById('app').innerHTML = '<p class=a>red <span class=b>blue</span></p><img src="/teal.png">'
      fetch('/pink.png').then((r) => r.blob()).then((b) => { const i = new Image(); i.onload = () => URL.revokeObjectURL(i.src); i.src = URL.createObjectURL(b); document.body.append(i) })`)}`,
  ),
  'fonts of scripts': styled(
    'p { font: 40px/1 serif } .loaded { font-family: Block }',
    `<p>A</p>${script("new FontFace('Block', 'url(/block.ttf)').load().then((f) => { document.fonts.add(f); document.querySelector('p').className = 'loaded' })")}`,
  ),
  'animations of scripts': styled(
    'p { opacity: 0 } .box { width: 50px; height: 50px; background: teal }',
    `<p>shown</p><div class="box"></div>${script(`
      document.querySelector('p').animate([{ opacity: 0 }, { opacity: 1, backgroundColor: 'gold' }], { duration: 10, fill: 'forwards' })
      document.querySelector('.box').animate({ transform: ['none', 'translate(100px, 20px)'] }, { duration: 10, fill: 'both' })`)}`,
  ),
  'imports in elements': doc(
    '<style>@import "/styles/colours.css" layer(a) supports(display: grid); @import url("/styles/print.css") print; p { color: teal }</style>',
    '<h1>green</h1><p class="deep">teal</p><link rel="stylesheet" href="/styles/main.css"><div id="h"><template shadowrootmode="open"><link rel="stylesheet" href="/styles/main.css"><h1>in a shadow tree</h1><div class="bg"></div></template></div>',
  ),
  'selectors of state': styled(
    'form:has(:invalid) { background: pink } input:placeholder-shown { border: 4px solid gold } :is(h1, h2):not(.no) { color: red } li:nth-last-child(2 of .x) { color: blue } p:empty { height: 20px; background: lime } input:disabled { outline: 3px solid } :root { font-size: 18px }',
    '<form><input required placeholder="type"><input disabled></form><h1>red</h1><h2 class="no">black</h2><ul><li class="x">1<li>2<li class="x">3</ul><p></p>',
  ),
  'gradients and shapes': styled(
    `div { width: 100px; height: 60px; float: left; margin: 4px } .a { background: conic-gradient(red, gold, red) } .b { background: radial-gradient(circle at 20%, lime, navy) border-box; border: 8px dashed; border-radius: 30px / 10px }
    .c { clip-path: polygon(0 0, 100% 0, 50% 100%); background: tomato } .d { background: repeating-linear-gradient(45deg, #000 0 4px, #fff 4px 8px); filter: drop-shadow(4px 4px 2px blue) } .e { aspect-ratio: 1; object-fit: cover; background: color-mix(in oklch, red, blue) }`,
    '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div><div class="e"></div>',
  ),
  'the options of the browser': styled(
    'fieldset { border: 3px groove } meter, progress { display: block } hr { border: 2px solid red } blockquote { border-left: 4px solid } small, sub, sup, kbd, mark, del, ins { margin: 3px }',
    '<fieldset><legend>legend</legend><meter value="0.6"></meter><progress value="3" max="5"></progress><select multiple><optgroup label="group"><option selected>one<option>two</optgroup></select><input type="color" value="#00ff00"><input type="date" value="2026-01-02"></fieldset><hr><blockquote>quote <small>small</small><sub>sub</sub><sup>sup</sup><kbd>key</kbd><mark>mark</mark><del>del</del><ins>ins</ins></blockquote><dl><dt>term<dd>text</dl><abbr title="t">abbr</abbr>',
  ),
  'a video with a poster': doc(
    '',
    '<video poster="/gold.png" width="120" height="90" src="/nowhere.mp4" preload="none"></video><audio controls src="/nowhere.mp3" preload="none"></audio>',
  ),
  'a policy': doc(
    '<meta http-equiv="Content-Security-Policy" content="img-src \'self\'; style-src \'unsafe-inline\'">',
    '<style>p { color: green }</style><p>policy</p><img src="/red.png">',
  ),
}
