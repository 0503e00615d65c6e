// Compares many pages with their drawings and archives, the latter opened without network.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare, startOrigin, type Origin } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { page, startTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { selfContainedPages } from './self-contained-pages.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 1000, height: 700 }
/**
 * What scripts, users and players made of these is no part of an archive of the browser; and the last one has a background that
 * is fixed to a viewport, which paper has not.
 */
const OTHERS =
  `drawings|adopted style sheets|shadow trees|a frame that a script writes|canvas|forms|forms with names of properties
details and dialogs|flex and grid|siblings of scripts|scrolled containers|animations of scripts|imports in elements|selectors of state
a video with a poster|transforms and blends`.split(/[|\n]/)
const names = Object.keys(selfContainedPages).filter((name) => !OTHERS.includes(name))

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

test.each(names)('%s', (name) => compare(`${site.url}/page/${names.indexOf(name)}`))

test.each(['/fixed', '/sticky', '/frames', '/transforms', '/zoomed'])('the fixture %s', (path) =>
  compare(origin.url + path),
)

async function compare(url: string): Promise<void> {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const [{ body, files }, svg] = await Promise.all([
    engine.make({ url, save_mhtml: true, ...VIEWPORT }, { scratch }),
    engine.make({ url, format: 'svg', ...VIEWPORT }, { scratch }),
  ])
  const html = page('svg { display: block }', String(svg.body).replace(/^<\?xml.*?\?>/, ''))
  const [drawn, archived] = await Promise.all([
    engine.make({ html, ...VIEWPORT }),
    browser.open('page.mhtml', files[0]!.body, VIEWPORT),
  ])
  expect(await differingShare(drawn.body, body)).toBeLessThan(0.02)
  expect(await differingShare(archived.picture, body)).toBeLessThan(0.01)
}
