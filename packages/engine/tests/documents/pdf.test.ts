import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import {
  imagePath,
  listenOn,
  makePdf,
  ORIGIN_HOST,
  readPicture,
  startOrigin,
  type Origin,
} from '@render/testkit'
import { createScratch, type Scratch } from '../../src/index.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { readPdf, type PdfFile } from './poppler.ts'

let engine: TestEngine
let scratch: Scratch
let server: Awaited<ReturnType<typeof listenOn>>
let origin: Origin
const opened: PdfFile[] = []
const target = makePdf(300, 200)
const encrypted = encrypt(target)
const bomb = hideBomb(target)
const described = await describePdf(target)

beforeAll(async () => {
  scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  engine = await shareTestEngine()
  origin = await startOrigin()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    const body = { '/encrypted': encrypted, '/bomb': bomb, '/described': described }[req.url!] ?? target
    res.writeHead(200, { 'content-type': 'application/pdf' }).end(body)
  })
})
afterAll(async () => {
  for (const file of opened) await file[Symbol.asyncDispose]()
  await scratch[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

/** Encrypts a PDF that anybody may open. */
function encrypt(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  try {
    writeFileSync(join(folder, 'plain.pdf'), pdf)
    return execFileSync('qpdf', ['--encrypt', '', 'owner', '256', '--', join(folder, 'plain.pdf'), '-'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds a stream to a PDF that is a kilobyte and becomes 200 MB when it is decoded. */
function hideBomb(pdf: Buffer): Buffer {
  const data = deflateSync(deflateSync(Buffer.alloc(200 * 1024 ** 2, '9 0 null ')))
  const head = `<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${data.length} >>`
  return Buffer.concat([
    pdf,
    Buffer.from(`8 0 obj\n${head}\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
    pdf.subarray(pdf.indexOf('startxref')),
  ])
}

/** Adds an XMP packet to a PDF. */
async function describePdf(pdf: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(pdf)
  const { context, catalog } = document
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">old</rdf:li></rdf:Alt></dc:title><dc:format>kept</dc:format></rdf:Description></rdf:RDF></x:xmpmeta>`
  const stream = context.flateStream(packet, { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(stream))
  return Buffer.from(await document.save())
}

async function print(options: GivenOptions) {
  const { body, main, warnings } = await engine.make({ format: 'pdf', ...options }, { scratch })
  const file = await readPdf(body)
  opened.push(file)
  expect(main.facts).toEqual({ pages: file.pages })
  return { ...file, body, warnings }
}

const near = (expected: number) => expect.closeTo(expected, -0.4)
const firstWord = async (file: PdfFile) => (await file.words())[0]![0]!

describe('a pdf', () => {
  test('is tagged A4 without margins, broken into pages, with the title of the page', async () => {
    const blocks = Array.from({ length: 40 }, (_, index) => `<p>block ${index}</p>`).join('')
    const html = page('p { margin: 0; height: 100px; break-inside: avoid }', `<title>title</title>${blocks}`)
    const file = await print({ html })
    expect(String(file.body.subarray(0, 5))).toBe('%PDF-')
    // Eleven blocks of 100 px fit on 1123 px.
    expect([file.size.map(Math.round), file.pages]).toEqual([[596, 842], 4])
    expect(file.info).toMatchObject({ Title: 'title', Tagged: 'yes', Creator: 'Chromium' })
    expect((await firstWord(file)).xMin).toBeLessThan(1)
  })

  test("keeps what the page's rules say and nobody sends", async () => {
    const html = page('@page { size: A5 landscape; margin: 3cm } p { margin: 0 }', '<p>word</p>')
    const own = await print({ html })
    expect(own.size.map(Math.round)).toEqual([595, 420])
    const upright = await print({ html, pdf_page_size: 'a4' })
    expect(upright.size).toEqual([near(595), near(842)])
    expect(await firstWord(upright)).toMatchObject({ xMin: near(85), yMin: near(85) })
    expect((await firstWord(await print({ html, pdf_margin: 'none' }))).xMin).toBeLessThan(1)
    const atTop = await firstWord(await print({ html, pdf_margin_top: 0 }))
    expect(atTop).toMatchObject({ xMin: near(85), yMin: near(0) })
  })

  test("is refused when margins leave no room on the page's own paper, or the page's margins on the paper that is sent", async () => {
    const refused = (style: string, options: GivenOptions) =>
      expect(print({ html: page(style, 'text'), ...options })).rejects
    const small = '@page { size: 300px 200px; margin: 20px }'
    await refused(small, { pdf_margin_left: 150, pdf_margin_right: 150 }).toMatchObject({
      code: 'InvalidOptions',
      message:
        '"pdf_margin_left" and "pdf_margin_right" leave no room on a page with a width of 3.13 inches. The page\'s own rules decide what is not sent.',
    })
    const noHeight = { code: 'InvalidOptions', message: expect.stringContaining('a height of') }
    await refused(small, { pdf_margin_top: 180 }).toMatchObject(noHeight)
    await refused('@page { size: A5 landscape }', {
      pdf_margin_top: 300,
      pdf_margin_bottom: 260,
    }).toMatchObject(noHeight)
    await refused('@page { margin: 4cm }', { pdf_page_width: 400, pdf_page_height: 300 }).toMatchObject(
      noHeight,
    )
    await refused('@page :first { margin-top: 20cm }', { pdf_margin_bottom: '12cm' }).toMatchObject(noHeight)
    const named = '@page wide { size: A3; margin-left: 25cm }'
    await refused(`${named} body { page: wide }`, { pdf_margin_right: '12cm' }).toMatchObject({
      message: expect.stringContaining('a width of'),
    })
    expect((await print({ html: page(named, 'text'), pdf_margin_right: '12cm' })).pages).toBe(1)
    // The sheet is the page's own where there is room.
    const fitting = await print({ html: page(small, 'text'), pdf_margin_top: 179 })
    expect(fitting.size).toEqual([near(225), near(150)])
  })

  test('wins over rules for named pages and over their own importance', async () => {
    const html = page(
      '@page wide { size: A3 landscape; margin: 5cm !important } p { page: wide; margin: 0 }',
      '<p>word</p>',
    )
    const file = await print({ html, pdf_page_size: 'a5', pdf_margin: 'minimum' })
    expect(file.size.map(Math.round)).toEqual([420, 595])
    expect(await firstWord(file)).toMatchObject({ xMin: near(18), yMin: near(18) })
  })

  test('is laid out for print, or as on a screen with media', async () => {
    // The script runs while the page loads.
    const html = page(
      '@media print { i { display: none } }',
      '<i>screen</i> <b>both</b><script>document.body.append(matchMedia("print").matches)</script>',
    )
    const textOf = async (options: GivenOptions) =>
      (await (await print({ html, ...options })).texts())[0]!.trim()
    expect(await textOf({})).toBe('bothtrue')
    expect(await textOf({ media: 'screen' })).toBe('screen bothfalse')
  })

  test('has a glyph for each letter without ligatures', async () => {
    const html = page('p { font: 40px "Noto Serif" }', '<p>office</p>')
    const glyphsWith = async (disable_ligatures: boolean) => {
      const file = await print({ html, disable_ligatures })
      expect(await firstWord(file)).toMatchObject({ text: 'office' })
      return file.countGlyphs()
    }
    expect(await glyphsWith(true)).toBe(6)
    expect(await glyphsWith(false)).toBeLessThan(6)
  })

  test('is dark with dark_mode where the page supports that', async () => {
    const shadeOf = async (html: string, dark_mode: boolean) =>
      (await readPicture(await (await print({ html, dark_mode })).draw(24))).rgba(100, 100)[0]
    const html = page('', '<meta name="color-scheme" content="dark light">text')
    expect(await shadeOf(html, true)).toBe(0x12)
    expect(await shadeOf(html, false)).toBe(0xff)
    expect(await shadeOf(page('', 'text'), true)).toBe(0xff)
  })

  test('has the pictures that load late anywhere on the page, unless the first scroll is skipped', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => imagePath(`#0000${index + 10}`, 40, 30))
    const script = `const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src })
      for (const image of document.images) observer.observe(image)`
    const images = paths.map((path) => `<img data-src="${path}">`).join('')
    const html = page(
      'img { display: block; height: 200px; width: 40px }',
      `${images}<script>${script}</script>`,
    )
    const loaded = async (options: GivenOptions) => {
      origin.seen.length = 0
      const file = await print({ html, base_url: origin.url, ...options })
      return [await file.countPictures(), origin.seen.filter(({ path }) => paths.includes(path)).length]
    }
    expect(await loaded({})).toEqual([60, 60])
    expect(Math.max(...(await loaded({ skip_scroll: true })))).toBeLessThan(30)
  })

  test('has what WebGL draws', async () => {
    const html = page(
      'canvas { display: block }',
      `<canvas></canvas><script>
      const gl = document.querySelector('canvas').getContext('webgl'); gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT)</script>`,
    )
    const drawn = await readPicture(await (await print({ html })).draw(24))
    expect(drawn.at(12, 12)).toBe('#ff0000')
  })

  test('has all of an element that scrolls in place of the page', async () => {
    const html = page(
      'html, body { height: 100%; overflow: hidden } main { height: 100%; overflow-y: auto } p { height: 900px; margin: 0 }',
      '<main><p>first</p><p>second</p><p>third</p></main>',
    )
    const text = (await (await print({ html })).texts()).join('')
    for (const word of ['first', 'second', 'third']) expect(text).toContain(word)
  })

  test('lays such an element out for the paper: what comes after it is below it', async () => {
    const style = `body { margin: 0 } #shell { position: fixed; inset: 0; display: flex; flex-direction: column; overflow: hidden }
      main { flex: 1; overflow: auto; font: 30px monospace } p, footer { margin: 0 } footer { height: 40px }`
    const words = 'some words that break '.repeat(60)
    const html = page(
      style,
      `<div id="shell"><main><p>${words}</p><p>last</p></main><footer>foot</footer></div>`,
    )
    const file = await print({ html, width: 1600, height: 500, pdf_page_size: 'a5' })
    const placed = (await file.words()).flatMap((onSheet, sheet) =>
      onSheet.map((word) => ({ ...word, sheet })),
    )
    const placeOf = (text: string) => placed.find((word) => word.text === text)!
    const [last, foot] = [placeOf('last'), placeOf('foot')]
    expect(last.sheet).toBeGreaterThan(0)
    expect([foot.sheet > last.sheet || foot.yMax > last.yMax, file.pages]).toEqual([true, foot.sheet + 1])
  })

  test('of an element has only that element', async () => {
    const html = page(
      'main { margin: 500px; position: relative; overflow: hidden; height: 50px; background: red }',
      '<header>above</header><main>around<p>beside</p><section id="card" style="width: 300px">card <b>text</b></section></main>',
    )
    const file = await print({ html, selector: '#card' })
    expect((await file.texts()).join('').trim()).toBe('card text')
    expect(await firstWord(file)).toMatchObject({ xMin: near(0), yMin: near(0) })
    const shadow = '<template shadowrootmode="open">above<h2>head</h2><slot></slot><p>below</p></template>'
    const component = `top<div>${shadow}light<b>slotted</b><i>other</i></div>`
    const slotted = await print({ html: component, selector: 'b' })
    expect((await slotted.texts()).join('').trim()).toBe('slotted')
    const whole = await print({ html, selector: '#nothing' })
    expect((await whole.texts()).join('')).toContain('above')
    expect(whole.warnings).toEqual(['"selector" matched no element and was ignored.'])
    const missing = { selector: '#nothing', fail_if_selector_missing: true, wait_timeout: 0 }
    await expect(print({ html, ...missing })).rejects.toMatchObject({ code: 'RenderFailedError' })
  })

  test('of an element has no generated boxes and markers of the elements around it', async () => {
    const html = page(
      `#outer::before { content: 'chapter' !important; display: block; height: 300px } body::after { content: ''; position: fixed; inset: 0; background: #0008 }
      ul { list-style: inside } li { margin: 0; outline: 9px solid } #card { list-style: decimal inside } #card::before { content: 'own' }`,
      `<main id="outer"><ul><li>text<div><template shadowrootmode="open"><style>:host::before, p::after { content: 'shadow' }</style><p><slot></slot></p></template>
      <ul id="card"><li>card</li></ul></div></li></ul></main>`,
    )
    const file = await print({ html, selector: '#card' })
    const words = (await file.words())[0]!
    expect(words.map(({ text }) => text)).toEqual(['own', '1.', 'card'])
    expect(words[0]!.yMin).toBeCloseTo(0, -0.5)
    expect((await readPicture(await file.draw(24))).at(100, 200)).toBe('#ffffff')
    const bare = await print({ html, selector: '#card', full_page: true, width: 500 })
    expect((await bare.words())[0]!.map(({ text }) => text)).toEqual(['own', '1.', 'card'])
  })

  test('of an element in a grid has the width of the paper, or its own', async () => {
    const html = page(
      'body { display: grid; grid-template-columns: 100px 1fr } h1 { margin: 0; text-align: right; font: 20px/30px monospace }',
      '<nav>menu</nav><main><h1>card</h1></main>',
    )
    const [word] = (await (await print({ html, selector: 'main' })).words())[0]!
    expect(word!.xMax).toBeGreaterThan(580)
    const bare = await print({ html, selector: 'main', full_page: true, width: 500 })
    expect(bare.size).toEqual([near(300), near(22.5)])
  })

  test.each([
    ['a fixed element', '<div class="modal">'],
    ['a modal dialog', '<dialog class="modal">', "document.querySelector('dialog').showModal()"],
    ['an element in a moved one', '<div class="mover"><div class="modal">'],
  ])('of %s goes on from page to page', async (_, start, script = '') => {
    const style = `main { height: 3000px } .modal { position: fixed; top: 50%; left: 50%; transform: translate(-50%, -50%); width: 300px; padding: 0; border: 0; max-height: 80vh; overflow: auto }
      .mover { translate: 100px 200px; scale: 0.5; contain: paint; content-visibility: auto; zoom: 0.5; perspective: 9px } p { margin: 0; height: 100px }`
    const parts = Array.from({ length: 20 }, (_, index) => `<p>part${index}</p>`).join('')
    const html = page(
      style,
      `<main>above</main>${start}${parts}</dialog></div></div><script>${script}</script>`,
    )
    const file = await print({ html, selector: '.modal' })
    const words = await file.words()
    expect(words.map((each) => each.length)).toEqual([12, 8])
    expect(words[0]![0]).toMatchObject({ text: 'part0', xMin: near(0), yMin: near(0) })
    expect(words[0]![1]!.yMin - words[0]![0]!.yMin).toBeCloseTo(75, 0)
    expect((await readPicture(await file.draw(24))).at(100, 100)).toBe('#ffffff')
  })

  test('of an address with a PDF is that PDF', async () => {
    const useless = { pdf_margin_top: 0, pdf_scale: 0.5, pdf_background: false, pdf_show_header: true }
    const file = await print({ url: server.url, ...useless })
    expect(file.body.equals(target)).toBe(true)
    expect(file.pages).toBe(2)
    const named = Object.keys(useless).map((name) => `"${name}"`)
    expect(file.warnings).toEqual([`The URL returned a PDF: ${named.join(', ')} had no effect.`])
  })

  test('of an address with a PDF has the pages and the document information that are sent', async () => {
    const some = await print({ url: server.url, pdf_page_range: '2-9', pdf_title: 'sent' })
    expect([some.pages, some.info.Title, some.warnings]).toEqual([1, 'sent', []])
    expect(await some.texts()).toEqual((await (await print({ url: server.url })).texts()).slice(1))
    const titled = await print({ url: server.url, pdf_title: 'sent' })
    expect([titled.pages, titled.body.subarray(0, target.length).equals(target)]).toEqual([2, true])
    expect(await titled.catalogue()).toEqual({ showsTitle: true })
    const whole = await print({ url: server.url, full_page: true, pdf_page_range: '2' })
    expect([whole.pages, whole.warnings]).toEqual([1, []])
    await expect(print({ url: server.url, pdf_page_range: '3' })).rejects.toMatchObject({
      code: 'InvalidOptions',
    })
  })

  test('of an address with a PDF has the document information in its XMP packet too', async () => {
    const url = `${server.url}/described`
    expect(await (await print({ url })).xmp()).toContain('>old<')
    const titled = await print({ url, pdf_title: 'sent & new' })
    const packet = await titled.xmp()
    expect([titled.info.Title, titled.pages]).toEqual(['sent & new', 2])
    expect(packet).toContain('<dc:format>kept</dc:format>')
    expect(packet).toContain('>sent &amp; new</rdf:li>')
    expect(packet).not.toContain('old')
  })

  test.each([
    ['an encrypted PDF', '/encrypted', encrypted],
    ['a PDF that is a bomb', '/bomb', bomb],
  ])('of an address with %s is that PDF', async (_, path, bytes) => {
    const file = await print({ url: server.url + path, pdf_title: 'sent' })
    expect(file.body.equals(bytes)).toBe(true)
    expect(file.warnings).toEqual([expect.stringContaining('"pdf_title" had no effect')])
  })
})

describe('a pdf of the full page', () => {
  test('is one sheet as large as the page, whatever breaks it', async () => {
    const html = page(
      '@page { size: A6; margin: 2cm; @top-center { content: "boxed" } } header { position: fixed; top: 0 } p { margin: 0; height: 20px; break-before: page }',
      '<header>head</header><div style="height: 2980px">one</div><p>two</p><p>last</p>',
    )
    const file = await print({ html, full_page: true, pdf_page_range: '2' })
    expect([file.pages, ...file.size]).toEqual([1, 960, near(2265)])
    expect(file.warnings).toEqual(['"pdf_page_range" has no effect with "full_page".'])
    const text = (await file.texts()).join('')
    expect(text.match(/head/g)).toHaveLength(1)
    expect(text).toContain('last')
    expect(text).not.toContain('boxed')
  })

  test('is one sheet too with important breaks, in shadow trees and with generated boxes, and keeps columns', async () => {
    const shadow =
      '<template shadowrootmode="open"><style>p { page: wide; break-before: page }</style><p>shadow</p></template>'
    const html = page(
      `.page-break { page-break-after: always !important } h2 { break-before: left !important } p { margin: 0; height: 40px }
      .own::before { content: 'generated'; display: block; break-before: page !important }
      main { columns: 3; column-fill: auto; height: 100px; column-gap: 0 } .card { break-inside: avoid } .next { break-before: column }`,
      `<p class="page-break">one</p><p>two</p><h2>three</h2><div>${shadow}</div><div class="own">end</div>
      <main><p>a</p><div class="card"><p>b</p><p>c</p></div><p class="next">d</p></main>`,
    )
    const file = await print({ html, full_page: true, width: 900, height: 400 })
    expect([file.pages, file.warnings]).toEqual([1, []])
    const words = (await file.words())[0]!
    const texts = words.map(({ text }) => text)
    expect(texts).toEqual(['one', 'two', 'three', 'shadow', 'generated', 'end', 'a', 'b', 'c', 'd'])
    expect(words.slice(-4).map(({ xMin }) => Math.round(xMin / 225))).toEqual([0, 1, 1, 2])
  })

  test('is laid out at the width of the viewport when a menu beside it is hidden', async () => {
    const html = page(
      `html { height: 100vh } body { overflow-x: hidden; background: #0ff; margin: 30px; min-height: 100% } p { margin: 0; height: 900px; text-align: right }
      nav { position: absolute; left: 100%; top: 0; width: 320px; height: 50px } .hero { margin: 0 -30px; width: 100vw; height: 100px; background: #f00; text-align: center }
      @media (min-width: 1400px) { .hero { background: #00f } }`,
      '<nav>menu</nav><div class="hero">hero</div><p>text</p><p>last</p>',
    )
    const file = await print({ html, full_page: true })
    expect(file.size).toEqual([960, near((30 + 100 + 1800) * 0.75)])
    const [hero, text, last] = (await file.words())[0]!
    expect([hero!.text, (hero!.xMin + hero!.xMax) / 2]).toEqual(['hero', near(480)])
    expect([text!.xMax, last!.text]).toEqual([near(960 - 22.5), 'last'])
    const drawn = await readPicture(await file.draw(96))
    expect([drawn.at(5, 80), drawn.at(1275, 80)]).toEqual(['#ff0000', '#ff0000'])
    expect([drawn.at(2, 2), drawn.at(1278, drawn.height - 3)]).toEqual(['#00ffff', '#00ffff'])
  })

  test('has margins around it, and is not longer for heights of the viewport', async () => {
    const html = page(
      'section { height: 100vh } main { height: 1000px }',
      '<section>one</section><main>two</main>',
    )
    const file = await print({ html, full_page: true, width: 640, height: 400, pdf_margin: 'default' })
    expect([file.pages, ...file.size]).toEqual([1, near(538), near(1108)])
    expect(await firstWord(file)).toMatchObject({ xMin: near(29), yMin: near(29) })
  })

  test.each([
    ['spaces', 220, '<style>p { padding: 25vh 0; margin: 0; line-height: 20px }</style><p>one</p>'],
    [
      'a calculation in a shadow tree',
      200,
      '<div><template shadowrootmode="open"><style>p { height: calc(100vh - 200px); margin: 0 }</style><p></p></template></div>',
    ],
    [
      'generated boxes',
      250,
      `<style>p { margin: 0 } p::before { content: ''; display: inline-block; height: 50vh; vertical-align: top }</style><p></p>
      <div><template shadowrootmode="open"><style>p { margin: 0 } p::after { content: ''; display: block; margin-top: calc(100vh - 350px) !important }</style><p></p></template></div>`,
    ],
    [
      'a variable in a style sheet that scripts cannot read',
      200,
      '<link rel="stylesheet" href="data:text/css,:root{--high:50vh} p{height:var(--high);margin:0}"><p>one</p>',
    ],
  ])('is not longer for lengths that depend on the viewport: %s', async (_, high, markup) => {
    const html = page('main { height: 1000px }', `${markup}<main>two</main>`)
    const file = await print({ html, full_page: true, width: 640, height: 400 })
    expect([file.pages, ...file.size]).toEqual([1, near(480), near((1000 + high) * 0.75)])
  })

  test('has what its styles have for the height and the proportions of the viewport', async () => {
    const show = (name: string) => `.${name}{display:block}`
    const html = page(
      `b, u { display: none } @media (min-aspect-ratio: 1/1) { ${show('rule')} } @media (orientation: portrait) { u { display: block } }
      @supports (color: red) { body { @media (max-height: 1100px) { & ${show('nested')} } } } main { height: 3000px }`,
      `<style>@import "data:text/css,${show('imported')}" (orientation: landscape)</style><style media="(max-height: 1100px)">${show('element')}</style>
      <link rel="stylesheet" href="data:text/css,@media (max-height: 1100px) { @media (min-height: 9px) and (orientation: landscape) { ${show('foreign')} } } @media (min-height: 1100px) { u { display: block } }">
      ${['rule', 'nested', 'imported', 'element', 'foreign'].map((name) => `<b class="${name}">${name}</b>`).join('')}<u>other</u>
      <div><template shadowrootmode="open"><style>@media (min-height: 1100px) { b { display: none } }</style><b>shadow</b></template></div><main></main>`,
    )
    const words = (await (await print({ html, full_page: true })).words())[0]!
    const texts = words.map(({ text }) => text)
    expect(texts).toEqual(['rule', 'nested', 'imported', 'element', 'foreign', 'shadow'])
  })

  test('is one sheet too when it grows for the print', async () => {
    const script =
      "addEventListener('beforeprint', () => document.querySelector('main').style.height = '5000px')"
    const html = page('', `<main>one</main><p>last</p><script>${script}</script>`)
    const file = await print({ html, full_page: true })
    expect(file.pages).toBe(1)
    expect((await file.texts()).join('')).toContain('last')
  })

  test('has little room left when it grows a little for the print', async () => {
    const script =
      "addEventListener('beforeprint', () => document.querySelector('main').style.height = '3050px')"
    const html = page(
      'main { height: 3000px } p { margin: 0 }',
      `<main>one</main><p>last</p><script>${script}</script>`,
    )
    const file = await print({ html, full_page: true })
    expect(file.pages).toBe(1)
    expect(file.size[1]).toBeLessThan(3200 * 0.75)
  })

  test.each(['ltr', 'rtl'])('longer than a page can be has larger units: %s', async (direction) => {
    const html = page(
      `html { direction: ${direction} } div { height: 25000px } p { margin: 0 }`,
      '<div>first</div><p>last</p>',
    )
    const file = await print({ html, full_page: true, pdf_title: 'long' })
    expect(String(file.body)).toMatch(/\/UserUnit 2\b/)
    // poppler does not know the unit.
    expect([file.pages, ...file.size, file.warnings]).toEqual([1, 480, near(9382), []])
    const words = (await file.words())[0]!
    expect(words.map(({ text }) => text)).toEqual(['first', 'last'])
    expect(words[1]!.yMax).toBeLessThanOrEqual(file.size[1])
    expect(file.info.Title).toBe('long')
  })

  test('is as large as the element of a selector, whose margins are left out', async () => {
    const html = page(
      'main { margin: 500px; height: 3000px } section { width: 300px; height: 400px; margin: 50px; background: red }',
      '<header>above</header><main>beside<section><p>card</p></section></main>',
    )
    const file = await print({ html, selector: 'section', full_page: true })
    expect([file.pages, ...file.size]).toEqual([1, near(225), near(300)])
    expect((await file.texts()).join('').trim()).toBe('card')
    const drawn = await readPicture(await file.draw(96))
    expect([drawn.at(2, 2), drawn.at(297, 397)]).toEqual(['#ff0000', '#ff0000'])
  })

  test.each([
    ['a bar at the end of the viewport', 'bottom: 0; width: 100%; height: 80px', [1280, 80]],
    [
      'a moved element in the middle',
      'top: 50%; left: 50%; translate: -50% -50%; width: 300px; height: 400px',
      [300, 400],
    ],
    [
      'an element between two edges',
      'inset: 10% 20% 30% auto; width: 200px; height: auto; padding: 10px',
      [220, 0.6 * 1024],
    ],
    [
      'an absolute element',
      'position: absolute; bottom: 20px; right: 30px; width: 200px; height: 100px',
      [200, 100],
    ],
    ['a modal dialog', 'width: 200px; height: 100px; border: 0', [200, 100]],
  ])('is as large as %s', async (name, style, [width, height]) => {
    const open = name.includes('modal') ? 'showModal' : 'show'
    const html = page(
      `main { height: 3000px } dialog { position: fixed; margin: auto; padding: 0; border: 0; background: red; max-width: none; ${style} }
      b { position: absolute; top: 0; left: 0 } i { position: absolute; bottom: 0; right: 0 }`,
      `<main>page</main><dialog><b>first</b><i>last</i></dialog><script>document.querySelector('dialog').${open}()</script>`,
    )
    const file = await print({ html, selector: 'dialog', full_page: true })
    expect([file.pages, ...file.size]).toEqual([1, near(width! * 0.75), near(height! * 0.75)])
    expect((await file.words())[0]!.map(({ text }) => text)).toEqual(['first', 'last'])
    const drawn = await readPicture(await file.draw(96))
    expect([drawn.at(2, 30), drawn.at(width! - 3, 30)]).toEqual(['#ff0000', '#ff0000'])
  })

  test('keeps its scale when something is wider than the viewport, which is cut', async () => {
    const html = page(
      'p { font-size: 20px; line-height: 20px; margin: 0; text-align: right } div { width: 2000px; height: 50px; background: red }',
      '<p>word</p><div></div><p>last</p>',
    )
    const file = await print({
      html,
      full_page: true,
      pdf_show_footer: true,
      pdf_footer: '<i class="grow"></i><b>footer</b>',
    })
    expect(file.size).toEqual([near(960), near(768 + 28.8)])
    const words = (await file.words())[0]!
    expect(words.map(({ text, xMax }) => [text, xMax])).toEqual(
      ['word', 'last', 'footer'].map((text) => [text, near(960)]),
    )
    expect(words[1]!.yMax).toBeCloseTo(68.5, 0)
    const picture = await readPicture(await file.draw(96))
    expect(picture.at(1270, 40)).toBe('#ff0000')
  })

  test('of a page from right to left that blends and is wider than the viewport keeps its right', async () => {
    const html = page(
      'html { direction: rtl } main { width: 2000px; height: 50px; background: linear-gradient(to left, #f00 50%, #00f 50%) } b { mix-blend-mode: multiply }',
      '<main></main><b>word</b>',
    )
    const given = { html, full_page: true, pdf_show_footer: true, pdf_footer: '<b>footer</b>' }
    const file = await print(given)
    expect(file.size).toEqual([near(960), near(768 + 28.8)])
    const drawn = await readPicture(await file.draw(96))
    expect([drawn.at(1270, 20), drawn.at(10, 20)]).toEqual(['#ff0000', '#0000ff'])
    expect([drawn.at(300, 20), drawn.at(270, 20)]).toEqual(['#ff0000', '#0000ff'])
    const words = (await file.words())[0]!
    const place = (text: string) => words.find((word) => word.text === text)!
    expect([place('word').xMax, place('footer').xMin]).toEqual([near(960), expect.closeTo(0, -1.5)])
    const wide = await print({ ...given, full_width: true, max_width: 1600 })
    expect(wide.size).toEqual([near(1200), near(768 + 28.8)])
    const all = await readPicture(await wide.draw(96))
    expect([all.at(610, 20), all.at(590, 20)]).toEqual(['#ff0000', '#0000ff'])
  })

  test('is cut at the largest height of a PDF, with a warning', async () => {
    const file = await print({ html: page('', '<div style="height: 200000px">one</div>'), full_page: true })
    expect([file.pages, ...file.size]).toEqual([1, 96, near(14_400)])
    expect(file.warnings).toEqual(['The page was cut to 192000 px, the largest height of a PDF.'])
  })

  test('is as wide as the page with full_width, and as high as max_height', async () => {
    const html = page('div { width: 2000px; height: 3000px }', '<div>one</div>')
    const file = await print({ html, full_page: true, full_width: true, max_height: 1200 })
    expect(file.size).toEqual([1500, near(900)])
    expect(file.pages).toBe(1)
  })
})

describe('refused', () => {
  test('are pages that the document does not have', async () => {
    await expect(print({ html: 'x', pdf_page_range: '2-' })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 'pdf_page_range' }],
    })
  })
})
