// Compares many pages with their documents: one file and an archive, opened without network, and a drawing.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare, isNightly, startOrigin, type Origin } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { selfContainedPages } from './self-contained-pages.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 800, height: 560 }
const names = Object.keys(selfContainedPages)

/** Pages of the fixture site that look the same each time. */
const FIXTURES =
  '/fixed /sticky /fixed-background /frames /transforms /webgl /font-after-load /text /inner-scroller /zoomed'.split(
    ' ',
  )

/** What scripts, users and players made of these is no part of an archive of the browser. */
const NOT_ARCHIVED =
  `drawings|adopted style sheets|shadow trees|a frame that a script writes|canvas|forms|forms with names of properties
details and dialogs|flex and grid|siblings of scripts|scrolled containers|animations of scripts|imports in elements|selectors of state
a video with a poster|pictures|backgrounds|dark mode|the options of the browser|/webgl|/font-after-load`.split(
    /[|\n]/,
  )
/** Shapes that blend with the page below them; and text that fills the page: its edges differ. */
const NOT_DRAWN = new Set(['transforms and blends', 'tables and columns', '/text'])

/** Every other page; the nightly run compares all. */
const isCompared = (_: string, index: number) => isNightly || index % 2 === 0

/** How many documents are opened together. */
const FRAME_COUNT = 8

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
let origin: Origin
beforeAll(async () => {
  const pages: Answers = Object.fromEntries(
    names.map((name, index) => [`/page/${index}`, ['text/html; charset=utf-8', selfContainedPages[name]!]]),
  )
  ;[engine, browser, origin, site] = await Promise.all([
    shareTestEngine(),
    startOfflineBrowser(),
    startOrigin(),
    siteFiles().then((files) => startSite({ ...files, ...pages })),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, origin, site].map((each) => each[Symbol.asyncDispose]()))
})

/** A document of a page that must look like the page's picture, but for this share of its pixels. */
interface Copy {
  title: string
  html: Buffer | string
  picture: Buffer
  tolerance: number
}
const copies: Copy[] = []

test.each(names.filter(isCompared))('%s', (name) => compare(name, `${site.url}/page/${names.indexOf(name)}`))

test.each(FIXTURES.filter(isCompared))('the fixture %s', (path) => compare(path, origin.url + path))

test('the files and drawings of all pages look like them, without network', async () => {
  const before = { ...site.hits }
  const differing: [title: string, share: number][] = []
  for (let at = 0; at < copies.length; at += FRAME_COUNT) {
    const some = copies.slice(at, at + FRAME_COUNT)
    const { pictures, asked } = await browser.openInFrames(
      some.map(({ html }) => html),
      VIEWPORT,
    )
    expect(asked).toEqual([])
    for (const [index, { title, picture, tolerance }] of some.entries()) {
      const share = await differingShare(pictures[index]!, picture)
      if (share >= tolerance) differing.push([title, share])
    }
  }
  expect(differing).toEqual([])
  expect(site.hits).toEqual(before)
})

/** Compares a page with its archive, and keeps its other documents. */
async function compare(name: string, url: string): Promise<void> {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const [isArchived, isDrawn] = [!NOT_ARCHIVED.includes(name), !NOT_DRAWN.has(name)]
  let before: typeof site.hits | undefined
  const onStage = (stage: string): void => {
    if (stage === 'read-html') before = { ...site.hits }
  }
  const given = { url, save_html: true, full_html: true, save_mhtml: isArchived, ...VIEWPORT }
  const { body: picture, files, warnings } = await engine.make(given, { scratch, onStage })
  const [html, mhtml] = files
  expect({ warnings, hits: site.hits }).toEqual({ warnings: [], hits: before })
  expect(String(html!.body)).not.toMatch(/<script| on\w+=|javascript:/i)
  copies.push({ title: `file of ${name}`, html: html!.body, picture, tolerance: 0.001 })
  if (mhtml) {
    await using archived = await browser.open('page.mhtml', mhtml.body, VIEWPORT)
    expect(await differingShare(archived.picture, picture)).toBeLessThan(0.01)
  }
  if (isDrawn) {
    const { body: svg } = await engine.make({ url, format: 'svg', ...VIEWPORT }, { scratch })
    const around = page('svg { display: block }', String(svg).replace(/^<\?xml.*?\?>/, ''))
    copies.push({ title: `drawing of ${name}`, html: around, picture, tolerance: 0.02 })
  }
}
