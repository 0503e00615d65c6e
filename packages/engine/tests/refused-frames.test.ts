// Checks pages with frames that the browser refuses to load: they never get a document of their own.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, readPicture, startOrigin, type Origin } from '@render/testkit'
import { createScratch } from '../src/index.ts'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([shareTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

/** Options that hold requests, and options that look into every frame. */
const OPTIONS: [string, GivenOptions][] = [
  ['ads are blocked', { block_ads: true }],
  ['headers are sent', { header: ['X-A=1'], authorization: 'Bearer x' }],
  ['headers of responses are changed', { add_cors: true }],
  ['types of requests are blocked', { block_other: true, block_xhr: true }],
  [
    'all of its frames are searched',
    { click_accept: true, hide_cookie_banners: true, hide_selector: 'iframe' },
  ],
  ['it is captured in sections', { block_ads: true, full_page: true, show_seams: true }],
  ['it is saved as files as well', { block_ads: true, save_html: true, save_mhtml: true }],
]

const SEARCHED = OPTIONS.filter(([what]) => what === 'all of its frames are searched')

const FRAMES: [string, () => string, typeof OPTIONS][] = [
  ['the source of another page', () => `view-source:${origin.otherUrl}/green`, OPTIONS],
  ["a page of the browser's own", () => 'chrome://version', isNightly ? OPTIONS : SEARCHED],
]

describe.each(FRAMES)('a page that frames %s', (_, address, each) => {
  test.each(each)('is rendered when %s', async (_, options) => {
    const html = page('body { background: #0f0 }', `<iframe src="${address()}"></iframe>`)
    const { body, warnings } = await engine.make({ html, base_url: origin.url, ...options })
    expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
    expect(warnings).toEqual([])
  })

  test('is printed when ads are blocked', async () => {
    await using scratch = createScratch({ quotaBytes: 10_000_000 })
    const html = page('', `<iframe src="${address()}"></iframe>`)
    const options: GivenOptions = { html, base_url: origin.url, format: 'pdf', block_ads: true }
    expect(String((await engine.make(options, { scratch })).body.subarray(0, 5))).toBe('%PDF-')
  })
})
