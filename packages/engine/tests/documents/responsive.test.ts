// Documents of pages that depend on the size of what shows them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { createScratch, type Scratch } from '../../src/index.ts'
import { BLUE, GREEN, RED } from '../options/colours.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { readPdf } from './poppler.ts'

const VIEWPORT = { width: 1280, height: 1024 }
/** A file takes this long: a print does not wait for it. */
const FILE_MS = 150

let engine: TestEngine
let scratch: Scratch
let origin: Awaited<ReturnType<typeof listenOn>>
/** The page of a test. */
let html: string
let asked: string[] = []

beforeAll(async () => {
  engine = await shareTestEngine()
  scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const draw = (background: string) =>
    sharp({ create: { width: 1200, height: 100, channels: 3, background } })
      .png()
      .toBuffer()
  const files: Record<string, Buffer> = { '/red.png': await draw(RED), '/green.png': await draw(GREEN) }
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    asked.push(req.url!)
    const file = files[req.url!]
    if (file) setTimeout(() => res.setHeader('content-type', 'image/png').end(file), FILE_MS)
    else res.setHeader('content-type', 'text/html').end(html)
  })
})
afterAll(async () => {
  await origin[Symbol.asyncDispose]()
  await scratch[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})
afterEach(() => void (asked = []))

const make = (options: GivenOptions) => engine.make({ url: origin.url, ...VIEWPORT, ...options }, { scratch })

/** Prints the page and returns its first sheet, with a pixel for each of the paper. */
async function printed(options: GivenOptions) {
  const { body } = await make({ format: 'pdf', ...options })
  await using file = await readPdf(body)
  return { ...(await readPicture(await file.draw(96))), text: (await file.texts())[0]!.trim() }
}

describe('a pdf', () => {
  test('that is fitted to its paper has all of a drawing that follows the size of the page', async () => {
    html = page(
      'canvas { display: block } p { width: 1280px; margin: 0; background: #f00; height: 50px }',
      `<div><canvas height="50"></canvas></div><p></p><script>
        const canvas = document.querySelector('canvas')
        const draw = () => {
          canvas.width = document.querySelector('div').clientWidth
          const context = canvas.getContext('2d')
          context.fillStyle = '${BLUE}'
          context.fillRect(0, 0, canvas.width, 50)
        }
        new ResizeObserver(draw).observe(document.querySelector('div'))
        addEventListener('resize', draw)
      </script>`,
    )
    const sheet = await printed({ pdf_fit_to_page: true })
    expect([50, 400, 780].map((x) => sheet.at(x, 10))).toEqual([BLUE, BLUE, BLUE])
    expect(sheet.at(780, 45)).toBe(RED)
  })

  test('of one sheet keeps the pictures that were chosen by the proportions of the viewport', async () => {
    html = page(
      'img { display: block } p { height: 6000px }',
      `<picture><source media="(orientation: portrait)" srcset="/red.png" width="400" height="700">
        <img src="/green.png" width="1200" height="100"></picture><p></p>`,
    )
    expect((await printed({ full_page: true })).at(600, 50)).toBe(GREEN)
    expect(asked).not.toContain('/red.png')
  })
})

describe('a pdf of sheets has the files that a page shows on a screen of their size', () => {
  test.each([
    [
      'a background',
      'main { height: 100px; background: url(/red.png) } @media (max-width: 900px) { main { background: url(/green.png) } }',
      '<main></main>',
    ],
    [
      'a background in a container',
      'main { container-type: inline-size; height: 100px } i { display: block; height: 100px } @container (max-width: 900px) { i { background: url(/green.png) } }',
      '<main><i></i></main>',
    ],
    [
      'a picture',
      'img { display: block }',
      '<picture><source media="(min-width: 900px)" srcset="/red.png"><img src="/green.png" width="600" height="100"></picture>',
    ],
  ])('%s', async (_, style, body) => {
    html = page(style, body)
    expect((await printed({})).at(300, 50)).toBe(GREEN)
  })
})

test.each([
  ['an svg', { format: 'svg' }],
  ['a pdf that is fitted to its paper', { format: 'pdf', pdf_fit_to_page: true }],
] as const)('%s is made without a resize that the page hears of', async (_, options) => {
  html = page('', "<script>addEventListener('resize', () => fetch('/resized'))</script>")
  await make(options)
  expect(asked).not.toContain('/resized')
})

test('a document in one file has the pictures that scripts insert below the viewport', async () => {
  html = page(
    'p { height: 3000px }',
    `<p></p><script>setTimeout(() => {
      const image = new Image()
      image.src = '/green.png'
      document.body.append(image)
    }, 100)</script>`,
  )
  const { body, warnings } = await make({ format: 'html', full_html: true })
  expect([String(body).includes('src="data:image/png'), warnings]).toEqual([true, []])
})
