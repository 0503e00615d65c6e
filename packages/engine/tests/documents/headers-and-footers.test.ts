import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { createScratch, type Scratch } from '../../src/index.ts'
import { startCanary } from '../egress/canary.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { readPdf, type PdfFile } from './poppler.ts'

let engine: TestEngine
let scratch: Scratch
let server: Awaited<ReturnType<typeof listenOn>>
let hits: { path: string; cookie?: string }[] = []
const opened: PdfFile[] = []

const font = readFileSync(
  execFileSync('fc-match', ['-f', '%{file}', 'Liberation Mono'], { encoding: 'utf8' }),
)
const red = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer()
const TWELVE = page(
  'p { margin: 0; break-after: page } p:last-child { break-after: auto }',
  `<title>titled</title>${Array.from({ length: 12 }, (_, index) => `<p>text${index + 1}</p>`).join('')}`,
)
const FILES: Record<string, [type: string, body: string | Buffer]> = {
  '/a.css': ['text/css', "@import 'b.css'; .mono { font-family: own }"],
  '/b.css': [
    'text/css',
    "@font-face { font-family: own; src: url('/font') } #header { background: url(red.png) }",
  ],
  '/print.css': ['text/css', '@media print { @page { size: A5; margin: 25mm } }'],
  '/font': ['font/ttf', font],
  '/red.png': ['image/png', red],
  '/large': ['font/ttf', Buffer.alloc(6_000_000)],
  '/twelve': ['text/html', TWELVE],
  '/document': ['text/html', page('', '<title>titled</title>text')],
}

beforeAll(async () => {
  scratch = createScratch({ quotaBytes: 200 * 1024 ** 2 })
  engine = await shareTestEngine()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    hits.push({ path: req.url!, cookie: req.headers.cookie })
    const [type, body] = FILES[req.url!.split('?')[0]!] ?? ['text/plain', '']
    res.writeHead(type === 'text/plain' ? 404 : 200, { 'content-type': type }).end(body)
  })
})
beforeEach(() => void (hits = []))
afterAll(async () => {
  for (const file of opened) await file[Symbol.asyncDispose]()
  await scratch[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

async function print(options: GivenOptions) {
  const { body, warnings } = await engine.make({ format: 'pdf', ...options }, { scratch })
  const file = await readPdf(body)
  opened.push(file)
  return { ...file, body, warnings }
}

const BOTH = { pdf_show_header: true, pdf_show_footer: true } as const
const NUMBER = '<span class="pageNumber"></span>/<span class="totalPages"></span>'
const texts = async (file: PdfFile) => (await file.texts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

describe('header and footer', () => {
  test('show date, title, address and numbers above and below the text of each page', async () => {
    const file = await print({ url: `http://user:secret@${new URL(server.url).host}/document?q=1`, ...BOTH })
    expect((await texts(file))[0]).toMatch(
      new RegExp(String.raw`^\d+/\d+/\d+, \d+:\d\d [AP]M titled text ${server.url}/document\?q=1 1/1$`),
    )
    const words = (await file.words())[0]!
    const text = words.find((word) => word.text === 'text')!
    for (const { text: word, yMin, yMax } of words)
      if (word !== 'text') expect(yMax < text.yMin || yMin > text.yMax).toBe(true)
    // 0.4 inches on a side that has no margin otherwise.
    expect(text.yMin).toBeCloseTo(28.8, -0.5)
  })

  test('the numbers are those of the whole document', async () => {
    const options = { html: TWELVE, ...BOTH, pdf_header: NUMBER, pdf_footer: `<b class="title"></b>` }
    expect((await texts(await print(options)))[11]).toBe('12/12 text12 titled')
    expect(await texts(await print({ ...options, pdf_page_range: '2,5-6' }))).toEqual([
      '2/12 text2 titled',
      '5/12 text5 titled',
      '6/12 text6 titled',
    ])
  })

  test('the numbers go on in documents whose headers are printed in parts', async () => {
    const pages = Array.from({ length: 501 }, (_, index) => `<p>text${index + 1}</p>`).join('')
    const html = page('p { margin: 0; break-after: page } p:last-child { break-after: auto }', pages)
    const read = await texts(await print({ html, pdf_show_header: true, pdf_header: NUMBER }))
    expect(read).toEqual(Array.from({ length: 501 }, (_, index) => `${index + 1}/501 text${index + 1}`))
  })

  test('the date is written for the language and the time zone', async () => {
    const dates = {
      html: 'x',
      pdf_show_header: true,
      pdf_header: '<b class="date"></b>',
      tz: 'Asia/Tokyo',
    } as const
    const now = new Intl.DateTimeFormat('de', { dateStyle: 'short', timeZone: 'Asia/Tokyo' })
    expect((await texts(await print({ ...dates, accept_lang: 'de-DE,en' })))[0]).toContain(now.format())
  })

  test('fill the margin of the page or of the caller', async () => {
    const box =
      '<style>#header { padding: 0 } i { background: #f00; width: 50px; height: 100% }</style><i></i>'
    const heightOf = async (css: string, options: GivenOptions = {}) => {
      const file = await print({
        html: page(css, 'text'),
        pdf_show_header: true,
        pdf_header: box,
        ...options,
      })
      const drawn = await readPicture(await file.draw(96))
      const rows = Array.from({ length: 300 }, (_, y) => drawn.at(10, y))
      return [rows.lastIndexOf('#ff0000') + 1, Math.round((await file.words())[0]![0]!.yMin / 0.75)]
    }
    const near = (height: number) => [height, expect.closeTo(height, -0.9)]
    expect(await heightOf('@page { margin: 2in 0 0 }')).toEqual(near(192))
    expect(await heightOf('@media print { @page { margin: 0 } }')).toEqual(near(38))
    expect(await heightOf('@page { margin: 2in }', { pdf_margin_top: 100 })).toEqual(near(100))
    expect(await heightOf('', { full_page: true })).toEqual(near(38))
    const named = await heightOf('@page { margin: 0 } @page main { margin: 2in } body { page: main }')
    expect(named).toEqual([38, near(192)[1]])
  })

  test('stand above a first page without a margin, and leave the margins of the others', async () => {
    const html = page(
      '@page { margin: 2in } @page :first { margin: 0 } p { margin: 0; break-after: page }',
      '<p>cover</p>text',
    )
    const pages = await (await print({ html, ...BOTH, pdf_header: 'head', pdf_footer: 'foot' })).words()
    const top = (text: string) => pages.flat().find((word) => word.text === text)!.yMin
    expect([top('cover'), top('text')]).toEqual([expect.closeTo(28.8, -0.9), expect.closeTo(144, -0.9)])
    expect(pages.map((words) => words.filter(({ text }) => text !== 'text').length)).toEqual([3, 2])
  })

  test('fill the margin that a style sheet of another site gives the page', async () => {
    const html = page('p { margin: 0 }', `<link rel="stylesheet" href="${server.url}/print.css"><p>text</p>`)
    const file = await print({ html, ...BOTH, pdf_header: '<b class="title">head</b>' })
    const text = (await file.words())[0]!.find((word) => word.text === 'text')!
    expect([file.size[0], text.xMin, text.yMin]).toEqual([
      expect.closeTo(420, -0.4),
      expect.closeTo(71, -0.4),
      expect.closeTo(71, -0.4),
    ])
    await expect(print({ html, pdf_margin_left: '13cm' })).rejects.toMatchObject({ code: 'InvalidOptions' })
  })

  test('a margin of 0 that the caller sends leaves no room', async () => {
    const { warnings, ...file } = await print({ html: TWELVE, ...BOTH, pdf_margin: 'none' })
    expect((await texts(file))[0]).toBe('text1')
    expect(warnings).toEqual([
      expect.stringContaining('header is not shown'),
      expect.stringContaining('footer is not shown'),
    ])
  })

  test('stand on each page of its own size, and on pages longer than PDFs can have', async () => {
    const html = page(
      '@page wide { size: A5 landscape } .wide { page: wide }',
      '<title>titled</title><p>one</p><p class="wide">two</p>',
    )
    const options = {
      ...BOTH,
      pdf_header: NUMBER,
      pdf_footer: '<i class="grow"></i><b class="right title"></b>',
    }
    const mixed = await print({ html, ...options })
    const [one, two] = (await mixed.words()).map((words) => words.find(({ text }) => text === 'titled')!)
    expect([one!.xMax, two!.xMax].map(Math.round)).toEqual([
      expect.closeTo(595 - 28, -1),
      expect.closeTo(595 - 28, -1),
    ])
    expect([one!.yMax, two!.yMax].map(Math.round)).toEqual([
      expect.closeTo(842 - 11, -1),
      expect.closeTo(420 - 11, -1),
    ])
    const tall = await print({
      html: page('main { height: 25000px }', '<main>x</main>'),
      full_page: true,
      ...options,
    })
    expect(tall.body.includes('/UserUnit 2')).toBe(true)
    expect((await texts(tall))[0]).toContain('1/1')
  })

  test('stand on a page of very many drawings', async () => {
    const html = page('span { opacity: 0.5 }', '<span>x</span> '.repeat(3000))
    const file = await print({ html, full_page: true, pdf_show_header: true, pdf_header: NUMBER })
    expect(file.pages).toBe(1)
    expect((await texts(file))[0]).toMatch(/^1\/1 x/)
  })

  test('add nothing to the tags and the text order of the document', async () => {
    const html = page('', '<h1>first</h1><p>text</p>')
    const plain = await print({ html })
    const headed = await print({ html, ...BOTH })
    expect(await headed.structure()).toBe(await plain.structure())
    expect(headed.info).toMatchObject({ Tagged: 'yes' })
  })

  test('use style sheets, fonts and pictures of their own on every page', async () => {
    const header = `<link rel="stylesheet" href="${server.url}/a.css"><style>.pad { padding-left: 60px }</style>
      <b class="mono pad">MMMM</b><img src="${server.url}/red.png">`
    const footer = `<b class="mono">MMMM</b><img style="margin-left: 40px" src="data:image/png;base64,${red.toString('base64')}">`
    const file = await print({
      url: `${server.url}/twelve`,
      ...BOTH,
      pdf_header: header,
      pdf_footer: footer,
      cookie: ['a=b'],
    })
    expect(file.warnings).toEqual([])
    for (const number of [1, 12]) {
      const letters = (await file.words())[number - 1]!.filter(({ text }) => text === 'MMMM')
      expect(letters).toHaveLength(2)
      // Points; in the usual font the letters are 28 wide.
      for (const { xMin, xMax } of letters) expect(xMax - xMin).toBeLessThan(22)
      const drawn = await readPicture(await file.draw(96, number))
      const reds = (from: number, to: number) =>
        [...Array(30).keys()].some((y) => drawn.at(from, to + y) === '#ff0000')
      // The background of the header, the picture in it, and the one in the footer.
      expect([reds(5, 0), reds(95, 0), reds(75, drawn.height - 35)]).toEqual([true, true, true])
    }
    expect(hits.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      ...['/a.css', '/b.css', '/font', '/red.png'].map((path) => ({ path })),
      { path: '/twelve', cookie: 'a=b' },
    ])
  })

  test('run nothing, and load nothing by themselves', async () => {
    const header = `<script>document.title = 'run'; document.body.innerHTML = 'run'</script>
      <img src="x:" onerror="document.body.innerHTML = 'run'"><iframe src="${server.url}/frame"></iframe>
      <object data="${server.url}/object"></object><video src="${server.url}/video" autoplay></video>
      <link rel="preload" as="image" href="${server.url}/preload"><meta http-equiv="refresh" content="0;url=${server.url}/refresh">
      <base href="${server.url}/"><svg><use href="${server.url}/use#a"></use><script>run</script></svg>
      <a href="javascript:run()" ping="${server.url}/ping">link</a><i style="background: url(relative.png)">kept</i>
      <style>@font-face { font-family: large; src: url(${server.url}/large) }</style>
      <img src="http://169.254.169.254/latest"><img src="${server.url}/missing.png">`
    const file = await print({ html: TWELVE, pdf_show_header: true, pdf_header: header, pdf_margin_top: 300 })
    expect((await texts(file))[11]).toMatch(/^link ?kept text12$/)
    expect(file.warnings).toEqual([
      '"pdf_header" is shown without <script>, <iframe>, <object>, <video>, onerror, javascript:: templates run nothing.',
      expect.stringMatching(/^Files of the header or footer could not be fetched: /),
    ])
    for (const address of [
      'x:',
      'relative.png',
      `${server.url}/large`,
      'http://169.254.169.254/latest',
      `${server.url}/missing.png`,
    ])
      expect(file.warnings[1]).toContain(address)
    expect(hits.map(({ path }) => path).toSorted()).toEqual(['/large', '/missing.png'])
  })

  test('reach no address that is not public', async () => {
    await using canary = await startCanary()
    const [picture, sheet, font] = await Promise.all(
      ['picture', 'sheet', 'font'].map(async (way) => (await canary.open(way)).url),
    )
    const pdf_header = `<link rel="stylesheet" href="${sheet}"><style>@font-face { font-family: own; src: url(${font}) } b { font-family: own }</style>
      <b>text</b><img src="${picture}">`
    const { warnings } = await print({ html: 'x', pdf_show_header: true, pdf_header })
    for (const address of [picture, sheet, font]) expect(warnings.join('')).toContain(address)
    expect([...canary.heard]).toEqual([])
    await fetch(picture!)
    expect([...canary.heard]).toEqual(['picture'])
  })

  test('have no styles that move them off their page', async () => {
    const pdf_header = `<style>@page { size: A6 !important; margin: 2cm !important } * { break-after: page !important }
      render-sheet { height: 9999px !important; display: none !important } html, body { padding: 99px; height: 1px }
      #header { height: 5000px !important }</style>kept`
    const file = await print({ html: TWELVE, ...BOTH, pdf_header, pdf_footer: NUMBER })
    expect((await texts(file))[11]).toBe('kept text12 12/12')
  })

  test('are printed without scripts of the page too', async () => {
    const file = await print({ html: TWELVE, ...BOTH, pdf_header: NUMBER, disable_js: true })
    expect((await texts(file))[2]).toContain('3/12 text3')
  })
})
