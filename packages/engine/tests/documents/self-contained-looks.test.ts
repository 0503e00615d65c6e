// Compares many pages with their self-contained documents, opened without network.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare, startOrigin, type Origin } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { startTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { selfContainedPages } from './self-contained-pages.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 480, height: 400 }
const names = Object.keys(selfContainedPages)

/** Pages of the fixture site that look the same each time. */
const FIXTURES =
  '/fixed /sticky /fixed-background /frames /webgl /transforms /font-after-load /text /inner-scroller /zoomed'.split(
    ' ',
  )

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
let origin: Origin
beforeAll(async () => {
  const pages: Answers = Object.fromEntries(
    names.map((name, index) => [`/page/${index}`, ['text/html; charset=utf-8', selfContainedPages[name]!]]),
  )
  ;[engine, browser, origin, site] = await Promise.all([
    startTestEngine(),
    startOfflineBrowser(),
    startOrigin(),
    siteFiles().then((files) => startSite({ ...files, ...pages })),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, origin, site].map((each) => each[Symbol.asyncDispose]()))
})

test.each(names)('%s', (name) => compare(`${site.url}/page/${names.indexOf(name)}`, site.hits))

test.each(FIXTURES)('the fixture %s', (path) => compare(origin.url + path))

/** Renders a page as a picture and as one file, and opens the file without network. */
async function compare(url: string, hits: Record<string, number> = {}): Promise<void> {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  let before: typeof hits | undefined
  const onStage = (stage: string): void => {
    if (stage === 'read-html') before = { ...hits }
  }
  const given = { url, save_html: true, full_html: true, ...VIEWPORT }
  const { body, files, warnings } = await engine.make(given, { scratch, onStage })
  const markup = files[0]!.body
  const { picture, asked } = await browser.open('page.html', markup, VIEWPORT)
  expect({ warnings, asked, hits }).toEqual({ warnings: [], asked: [], hits: before })
  expect(await differingShare(picture, body)).toBeLessThan(0.001)
  expect(String(markup)).not.toMatch(/<script| on\w+=|javascript:/i)
}
