// PDFs for which nothing is sent are those that the browser prints by itself.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { chromium, type Browser } from 'playwright-core'
import type { GivenOptions } from '@render/options'
import { isNightly, listenOn, ORIGIN_HOST } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { shareTestEngine, type TestEngine } from '../test-engine.ts'
import { pagedPages } from './paged-pages.ts'
import { readPdf } from './poppler.ts'

let engine: TestEngine
let browser: Browser
let server: Awaited<ReturnType<typeof listenOn>>
const names = Object.keys(pagedPages)
beforeAll(async () => {
  engine = await shareTestEngine()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    const html = pagedPages[names[Number(req.url!.slice(1))]!]
    res.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html)
  })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await browser.close()
  await server[Symbol.asyncDispose]()
})

async function ownPrint(url: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1024 } })
  await page.emulateMedia({ media: 'print' })
  await page.goto(url)
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    width: '8.27in',
    height: '11.69in',
  })
  await page.close()
  return pdf
}

async function describePdf(body: Buffer) {
  await using file = await readPdf(body)
  return { pages: file.pages, sizes: file.sizes, texts: await file.texts() }
}

/** Every fifth page is sent as markup, which Playwright writes; the others are opened by their address. */
const BY_MARKUP = 5

/** Every other page; the nightly run compares all. */
const compared = names.filter((_, index) => isNightly || index % 2 === 0)

test('there are at least 40 pages', () => {
  expect(names.length).toBeGreaterThanOrEqual(40)
})

test.each(compared)('%s: pages, paper and text are as the browser prints them', async (name) => {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const index = names.indexOf(name)
  const url = `${server.url}/${index}`
  const given: GivenOptions = index % BY_MARKUP === 0 ? { html: pagedPages[name]! } : { url }
  const { body } = await engine.make({ ...given, format: 'pdf', skip_scroll: true }, { scratch })
  expect(await describePdf(body)).toEqual(await describePdf(await ownPrint(url)))
})
