// PDFs for which nothing is sent are those that the browser prints by itself.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { chromium, type Browser } from 'playwright-core'
import { createScratch } from '../../src/index.ts'
import { startTestEngine, type TestEngine } from '../test-engine.ts'
import { pagedPages } from './paged-pages.ts'
import { readPdf } from './poppler.ts'

let engine: TestEngine
let browser: Browser
beforeAll(async () => {
  engine = await startTestEngine()
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await browser.close()
})

async function ownPrint(html: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1024 } })
  await page.emulateMedia({ media: 'print' })
  await page.setContent(html)
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
  return { pages: file.pages, size: file.size, texts: await file.texts() }
}

test('have the pages, the paper and the text on each page that the browser prints', async () => {
  expect(Object.keys(pagedPages).length).toBeGreaterThanOrEqual(40)
  for (const [name, html] of Object.entries(pagedPages)) {
    await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
    const { body } = await engine.make({ html, format: 'pdf', skip_scroll: true }, { scratch })
    expect({ name, ...(await describePdf(body)) }).toEqual({
      name,
      ...(await describePdf(await ownPrint(html))),
    })
  }
})
