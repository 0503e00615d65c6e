// Compares many pages with their self-contained documents, opened without network.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { startTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { selfContainedPages } from './self-contained-pages.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 480, height: 400 }
const names = Object.keys(selfContainedPages)

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
beforeAll(async () => {
  const pages: Answers = Object.fromEntries(
    names.map((name, index) => [`/page/${index}`, ['text/html; charset=utf-8', selfContainedPages[name]!]]),
  )
  ;[engine, browser, site] = await Promise.all([
    startTestEngine(),
    startOfflineBrowser(),
    siteFiles().then((files) => startSite({ ...files, ...pages })),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, site].map((each) => each[Symbol.asyncDispose]()))
})

test.each(names)('%s', async (name) => {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const url = `${site.url}/page/${names.indexOf(name)}`
  let hits: Site['hits'] | undefined
  const onStage = (stage: string): void => {
    if (stage === 'read-html') hits = { ...site.hits }
  }
  const { body, files, warnings } = await engine.make(
    { url, save_html: true, full_html: true, ...VIEWPORT },
    { scratch, onStage },
  )
  const markup = files[0]!.body
  const { picture, asked } = await browser.open(`${names.indexOf(name)}.html`, markup, VIEWPORT)
  expect({ warnings, asked, hits: site.hits }).toEqual({ warnings: [], asked: [], hits })
  expect(await differingShare(picture, body)).toBeLessThan(0.001)
  expect(String(markup)).not.toMatch(/<script| on\w+=|javascript:/i)
})
