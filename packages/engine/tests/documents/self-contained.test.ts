import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { differingShare } from '@render/testkit'
import sharp from 'sharp'
import { createScratch } from '../../src/index.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { siteFiles, startSite, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 480, height: 400 }
const ran = (name: string) => `top.ran = [top.ran, /${name}/].join()`

/** Code in all the places where a browser looks for it. */
const ACTIVE = page(
  '@import "data:text/css,p{color:green}";',
  `<base href="/styles/"><meta http-equiv="refresh" content="0;url=javascript:${ran('refresh')}"><link rel="preload" href="/red.png" as="image">
  <script>document.title = 'alive'</script><img src="/red.png" onload="${ran('handler')}"><a id="a" href=" java&#10;script:${ran('link')}">a</a>
  <a id="b" href="data:text/html,<script>${ran('data')}</script>">b</a><form action="JavaScript:${ran('form')}"><button formaction="javascript:1">f</button></form>
  <svg width="9" height="9" onload="${ran('svg')}"><script>${ran('svgscript')}</script><a id="c"><set attributeName="href" to="javascript:${ran('set')}"/><text>c</text></a>
  <use href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' id='x' onload='${ran('use')}'/>#x"/></svg>
  <svg width="9" height="9"><use href="/evil.svg#x"/><use href="/evil.svg"/></svg><iframe src="javascript:'<script>${ran('frame')}</script>'"></iframe><iframe srcdoc="<script>${ran('srcdoc')}</script><p onclick='x'>in"></iframe>
  <iframe src="data:text/html,<script>document.write('written')</script>"></iframe><object data="data:text/html,<script>1</script>"></object>
  <object data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${ran('object')}'/>"></object><p onfuture="${ran('future')}" on="on"></p>
  <noscript><img src="/gold.png"></noscript><template><script>${ran('template')}</script></template><xmp></xmp><math><mtext></mtext></math><div id="odd"></div>
  <script>
    document.querySelector('xmp').textContent = '</xmp><img src=x onerror="${ran('xmp')}">'
    const xhtml = 'http://www.w3.org/1999/xhtml'
    const add = (parent, name, attributes = {}, text = '', ns = xhtml) => {
      const element = document.createElementNS(ns, name)
      for (const [key, value] of Object.entries(attributes)) element.setAttributeNS(null, key, value)
      element.textContent = text
      return document.querySelector(parent).appendChild(element)
    }
    add('#odd', 'SCRIPT', {}, "${ran('capitals')}")
    add('#odd', 'IFRAME', { SRCDOC: "<script>${ran('attribute')}</" + "script>" })
    add('#odd', 'img', { ONERROR: "${ran('upper')}" })
    add('math', 'style', {}, '<img src=x onerror="${ran('math')}">')
    add('svg', 'meta', { 'http-equiv': 'refresh', content: "0;url=javascript:1" }, '', 'http://www.w3.org/2000/svg')
    add('#odd', 'meta', { 'HTTP-EQUIV': 'refresh', content: '0;url=/red.png' })
    add('#odd', 'link', { REL: 'stylesheet', href: '/styles/main.css' })
    add('#c', 'animate', { attributename: 'href', values: '#; java\\nscript:${ran('values')}' }, '', 'http://www.w3.org/2000/svg')
    add('#odd', 'style', {}, 'i { color: red } /* </style><script>${ran('sheet')}</' + 'script> */')
    document.body.append(String.fromCharCode(0) + '{"css":"<script>","base":"","within":"style"}' + String.fromCharCode(0))
    document.insertBefore(document.implementation.createDocumentType('html', '"><script>${ran('doctype')}</' + 'script><!--', ''), document.doctype)
    document.doctype.nextSibling.remove()
  </script>`,
)

const EVIL = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml" onload="${ran('sprite')}">
  <g id="x" onclick="1"><path d="M0 0h9v9z"/><script>${ran('spritescript')}</script><a href="javascript:1"><text>a</text></a>
  <foreignObject><h:img src="x" onerror="${ran('spritefo')}"/></foreignObject><p><![CDATA[ ><img src=x onerror="${ran('section')}"> ]]></p><style>g { color: red } /* &lt;/style>&lt;img src=x onerror=1> */</style>
  <set attributeName="onclick" to="1"/><h:iframe srcdoc="1"/></g></svg>`

/** A page with all kinds of files and of state. */
const SITE = `<!doctype html><html><head><link rel="stylesheet" href="/styles/main.css"></head><body>
  <h1>Site</h1><p class="font">A A</p><p class="deep">teal</p><img srcset="/red.png 1x, /green.png 2x" onclick="1">
  <picture><source media="(max-width: 900px)" srcset="/blue.png"><img src="/green.png"></picture><img srcset="/large.png 2x">
  <svg width="40" height="40"><use href="/sprite.svg#star"/></svg><div class="bg"></div><iframe src="/frame" width="150" height="60"></iframe>
  <canvas width="60" height="40"></canvas><input id="i"><select id="s"><option>one<option>two</select><div id="host"></div>
  <a href="javascript:1">link</a><script>
    const draw = document.querySelector('canvas').getContext('2d')
    draw.fillStyle = 'purple'
    draw.fillRect(5, 5, 50, 20)
    document.getElementById('i').value = 'typed'
    document.getElementById('s').value = 'two'
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('b { color: red } input { border: 3px solid lime }')
    document.adoptedStyleSheets = [sheet]
    const root = document.getElementById('host').attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = '<b>in a shadow tree</b>'
  </script></body></html>`

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
let large: Buffer
beforeAll(async () => {
  large = await sharp({
    create: {
      width: 2200,
      height: 1700,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  ;[engine, browser, site] = await Promise.all([
    shareTestEngine(),
    startOfflineBrowser(),
    siteFiles().then((files) =>
      startSite({
        ...files,
        '/huge.png': ['image/png', large],
        '/evil.svg': ['image/svg+xml', EVIL],
        '/active': ['text/html', ACTIVE],
        '/site': ['text/html', SITE],
        '/lost': [
          'text/html',
          page(
            '',
            '<img src="/gone.png"><img src="/huge.png" width="9"><a href="b?c#d">link</a><a href="#top">top</a>',
          ),
        ],
        '/many': [
          'text/html',
          page('', Array.from({ length: 9 }, (_, index) => `<img src="/gone${index}.png">`).join('')),
        ],
        '/lazy': [
          'text/html',
          page(
            '',
            `<iframe src="about:blank"></iframe><div style="height: 9000px"></div><iframe loading="lazy" src="/frame"></iframe>
            <iframe id="own" loading="lazy" src="/frame"></iframe><script>document.getElementById('own').contentDocument.body.append('written')</script>`,
          ),
        ],
        '/parts': [
          'text/html',
          page(
            'main { color: green } main > p { background: url(/gold.png) }',
            '<h1>before</h1><main class="m">text<p>one</p><p>two</p></main><h1>after</h1>',
          ),
        ],
        '/xhtml': [
          'application/xhtml+xml',
          '<?xml-stylesheet href="/styles/colours.css"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><style>p > b { color: green }</style></head><body><h1>h</h1><p><b>a &lt; b</b><br/></p></body></html>',
        ],
        '/paint.css': [
          'text/css',
          'rect { stroke: lime }\f row { display: block; background: gold } /* ]]> */',
        ],
        '/sets': [
          'application/xml',
          '<?xml-stylesheet href="/paint.css" title="a"?><?xml-stylesheet href="/hide.css" title="b"?><?xml-stylesheet href="/hide.css" alternate="yes" title="c"?><rows><row>a</row></rows>',
        ],
        '/hide.css': ['text/css', 'row { display: none }'],
        '/xml': [
          'application/xml',
          '<?xml-stylesheet href="/paint.css"?><rows><head><row>head</row></head><row>a</row><row>b</row></rows>',
        ],
        '/drawing': [
          'image/svg+xml',
          '<?xml-stylesheet href="/paint.css"?><?xml-stylesheet href="/styles/print.css" media="print"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30"><style>rect { fill: teal } /* a &lt; b */</style><script>1</script><rect width="40" height="30"/><image xlink:href="/red.png" width="9" height="9" onload="1"/></svg>',
        ],
      }),
    ),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, site].map((each) => each[Symbol.asyncDispose]()))
})

async function write(options: GivenOptions) {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  for (const path of Object.keys(site.hits)) delete site.hits[path]
  const rendered = await engine.make(
    { format: 'html', full_html: true, ...VIEWPORT, ...options },
    { scratch },
  )
  return { ...rendered, text: String(rendered.body) }
}

describe('a document with its files', () => {
  test('looks the same without network, and nothing is loaded twice for it', async () => {
    const { body } = await engine.make({ url: `${site.url}/site`, ...VIEWPORT })
    const { text, warnings } = await write({ url: `${site.url}/site` })
    const paths = [
      '/site',
      '/styles/main.css',
      '/styles/colours.css',
      '/styles/print.css',
      '/block.ttf',
      '/red.png',
      '/blue.png',
      '/large.png',
      '/gold.png',
      '/teal.png',
      '/pink.png',
      '/sprite.svg',
      '/frame',
    ]
    expect(site.hits).toEqual(Object.fromEntries(paths.map((path) => [path, 1])))
    await using opened = await browser.open('site.html', Buffer.from(text), VIEWPORT)
    const { picture, asked } = opened
    expect([warnings, asked]).toEqual([[], []])
    expect(await differingShare(picture, body)).toBeLessThan(0.001)
    expect(text).not.toMatch(/<script| on\w+=|javascript:/i)
    const { body: other } = await engine.make({ url: `${site.url}/parts`, ...VIEWPORT })
    expect(await differingShare(picture, other)).toBeGreaterThan(0.1)
  })

  test('has UTF-8 first, absolute links, and addresses instead of files that are missing', async () => {
    const { text, warnings } = await write({ url: `${site.url}/lost` })
    expect(text).toMatch(/^<!DOCTYPE html><html><head><meta charset="utf-8">/)
    expect(text).toContain(`<img src="${site.url}/gone.png">`)
    expect(text).toContain(`src="${site.url}/huge.png"`)
    expect(text).toContain(`<a href="${site.url}/b?c#d">link</a><a href="#top">`)
    expect(warnings).toEqual([
      `"full_html" kept the URL ${site.url}/gone.png: the page did not load it.`,
      `"full_html" kept the URL ${site.url}/huge.png: it is larger than 10 MB.`,
    ])
    expect(site.hits).toEqual({ '/lost': 1, '/gone.png': 1, '/huge.png': 1 })
  })

  test('has the address of a frame that has not loaded', async () => {
    const { text, warnings } = await write({ url: `${site.url}/lazy` })
    expect(text).toContain(
      `<body><iframe></iframe><div style="height: 9000px"></div><iframe src="${site.url}/frame">`,
    )
    expect(text).toMatch(/<iframe id="own" src="data:/)
    expect(warnings).toEqual([`"full_html" kept the URL ${site.url}/frame: the page did not load it.`])
  })

  test('has one warning for many missing files', async () => {
    const { warnings } = await write({ url: `${site.url}/many` })
    expect(warnings).toEqual(['"full_html" kept 9 URLs of files: for each, the page did not load it.'])
  })

  test('has a warning for a canvas with pixels of another origin', async () => {
    const drawing = "document.querySelector('canvas').getContext('2d').drawImage(document.images[0], 0, 0)"
    const html = page(
      '',
      `<img src="${site.otherUrl}/red.png"><canvas></canvas><script>onload = () => ${drawing}</script>`,
    )
    const { text, warnings } = await write({ html })
    expect(text).toMatch(/<img src="data:image\/png;base64,[^"]+"><canvas><\/canvas>/)
    expect(warnings).toEqual(['"full_html" left out 1 canvases, videos or fonts that cannot be read.'])
  })

  test('has a warning for a font of too many bytes', async () => {
    const html = page(
      '',
      "<script>document.fonts.add(new FontFace('Large', new ArrayBuffer(11 * 1024 ** 2)))</script>",
    )
    const { warnings } = await write({ html })
    expect(warnings).toEqual(['"full_html" left out 1 canvases, videos or fonts that cannot be read.'])
  })

  test('has no code left, wherever it was', async () => {
    const { text } = await write({ url: `${site.url}/active` })
    expect(text).not.toMatch(/<script|<base|http-equiv|preload|<[a-z][^>]* on\w+=|javascript:|attributename/i)
    await using offline = await browser.open('active.html', Buffer.from(text), VIEWPORT)
    const { page: opened, asked } = offline
    for (const id of ['a', 'b']) await opened.click(`#${id}`)
    expect([await opened.evaluate('globalThis.ran'), asked]).toEqual([undefined, []])
    await using control = await browser.open('control.html', Buffer.from(ACTIVE), VIEWPORT)
    const { page: active } = control
    expect(await active.evaluate('globalThis.ran')).toContain('svgscript')
    expect(text).toContain('{&quot;css&quot;:')
  })

  test('has what options add to the page, and what scripts would hide', async () => {
    const html = page('', '<p id="gone">gone</p><noscript><b>without scripts</b></noscript><i>kept</i>')
    const { text } = await write({ html, css: 'i { color: red }', hide_selector: '#gone', disable_js: true })
    expect(text).toMatch(/<style>i { color: red; }<\/style>/)
    expect(text).toMatch(/<style>#gone { visibility: hidden/)
    expect(text).toContain('<span><b>without scripts</b></span><i>kept</i>')
    expect((await write({ html })).text).not.toContain('without scripts')
  })

  test('can be one element, in the elements around it', async () => {
    const { text } = await write({ url: `${site.url}/parts`, selector: 'p:nth-child(2)' })
    expect(text).toMatch(/<body><main class="m"><p>two<\/p><\/main><\/body><\/html>$/)
    expect(text).toMatch(/<style>.*data:image\/png;base64,/)
    const missing = await write({ url: `${site.url}/parts`, selector: '#none' })
    expect(missing.text).toContain('<h1>before</h1>')
    expect(missing.warnings).toEqual(['"selector" matched no element and was ignored.'])
  })

  test('can be an element in a shadow tree, with the style sheets of the tree', async () => {
    const html = page(
      '',
      `<div id="host">light</div><i>after</i><script>
      document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = 'text<style>p { color: red }</style><b>no</b><main><slot></slot><p>in</p></main>'</script>`,
    )
    const { text, warnings } = await write({ html, selector: 'p' })
    expect(text).toContain(
      '<body><div id="host"><template shadowrootmode="open"><style>p { color: red }</style><main><p>in</p></main></template></div></body>',
    )
    expect(warnings).toEqual([])
  })

  test('is a fragment with "fragment"', async () => {
    const { text } = await write({ url: `${site.url}/parts`, selector: 'main', fragment: true })
    expect(text).toBe('text<p>one</p><p>two</p>')
  })

  test.each(['/xhtml', '/xml', '/sets', '/drawing', '/shape.svg', '/red.png'])(
    'of %s looks the same',
    async (path) => {
      const { body } = await engine.make({ url: site.url + path, ...VIEWPORT })
      const { text, warnings } = await write({ url: site.url + path })
      await using opened = await browser.open('other.html', Buffer.from(text), VIEWPORT)
      const { picture, asked } = opened
      expect([await differingShare(picture, body), warnings, asked]).toEqual([0, [], []])
    },
  )
})
