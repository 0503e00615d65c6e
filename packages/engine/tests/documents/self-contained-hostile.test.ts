// Checks that hostile pages end within their limits when they are written as one file, and gain nothing by it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { isNightly } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { siteFiles, startSite, type Site } from './self-contained-site.ts'

const script = (code: string) => page('', `<script>${code}</script>`)

const MANY = isNightly ? 100_000 : 20_000

const PAGES = {
  elements: script(`document.body.innerHTML = '<div hidden>' + '<b>x</b>'.repeat(${MANY})`),
  deep: script(
    "document.body.hidden = true; let at = document.body; for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement('b')); at.textContent = 'deepest'",
  ),
  shadows: script(
    "document.body.hidden = true; let at = document.body; for (let i = 0; i < 3000; i++) { at = at.appendChild(document.createElement('div')); at = at.attachShadow({ mode: 'open' }) } at.append('deepest')",
  ),
  addresses: page(`p { ${'background: url(/red.png);'.repeat(20000)} }`, '<p>x</p>'),
  unloaded: script(
    "document.body.hidden = true; document.body.innerHTML = Array.from({ length: 5000 }, (_, i) => '<img loading=lazy src=/lazy' + i + '.png>').join('')",
  ),
  natives: script(`
    Array.from = Object.getOwnPropertyDescriptor = () => []
    JSON.stringify = () => '1'
    for (const { prototype } of [Node, Element, Document, HTMLImageElement])
      for (const name of Object.getOwnPropertyNames(prototype)) try { Object.defineProperty(prototype, name, { get: () => 'spoiled' }) } catch {}
    Symbol.for = () => 'x'`).replace('<script>', '<p id="kept">kept</p><img src="/red.png"><script>'),
}

let engine: TestEngine
let site: Site
beforeAll(async () => {
  const pages = Object.entries(PAGES).map(([name, html]) => [`/${name}`, ['text/html', html]] as const)
  const frames = Array.from({ length: 210 }, () => '<iframe srcdoc="x"></iframe>').join('')
  ;[engine, site] = await Promise.all([
    shareTestEngine(),
    siteFiles().then((files) =>
      startSite({
        ...files,
        ...Object.fromEntries(pages),
        '/recursive': ['text/html', '<!doctype html><p>level</p><iframe src="/recursive?a"></iframe>'],
        '/recursive?a': ['text/html', '<!doctype html><p>level</p><iframe src="/recursive?b"></iframe>'],
        '/recursive?b': ['text/html', '<!doctype html><p>level</p><iframe src="/recursive?c"></iframe>'],
        '/recursive?c': ['text/html', '<!doctype html><p>level</p><iframe src="/recursive?d"></iframe>'],
        '/recursive?d': ['text/html', '<!doctype html><p>level</p>'],
        '/crowd': ['text/html', page('', frames)],
      }),
    ),
  ])
})
afterAll(async () => {
  await Promise.all([engine, site].map((each) => each[Symbol.asyncDispose]()))
})

async function write(path: string) {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const { body, warnings } = await engine.make(
    { url: site.url + path, format: 'html', full_html: true, skip_scroll: true, width: 400, height: 300 },
    { scratch },
  )
  return { text: String(body), warnings }
}

describe('a page', () => {
  test('of many elements is written whole', async () => {
    expect((await write('/elements')).text.match(/<b>x<\/b>/g)).toHaveLength(MANY)
  })

  test.each(['/deep', '/shadows'])('of deep trees is written whole: %s', async (path) => {
    expect((await write(path)).text).toContain('deepest')
  })

  test('that names a file very often has it as long as there is room', async () => {
    expect((await write('/addresses')).text).toContain('url("data:image/png;base64,')
  })

  test('of many pictures that are not loaded has one warning', async () => {
    expect((await write('/unloaded')).warnings).toEqual([expect.stringMatching(/^"full_html" kept \d+ URLs/)])
  })

  test('that replaces natives is written as without it', async () => {
    expect((await write('/natives')).text).toMatch(/<p id="kept">kept<\/p><img src="data:image\/png;base64,/)
  })

  test('that frames itself is written three levels deep', async () => {
    const { text, warnings } = await write('/recursive')
    expect(text.match(/level/g)).toHaveLength(4)
    expect(warnings).toEqual([`"full_html" kept the URL ${site.url}/recursive?d: the page did not load it.`])
  })

  test('of very many frames keeps the first ones', async () => {
    expect((await write('/crowd')).text.match(/srcdoc="/g)).toHaveLength(200)
  })
})
