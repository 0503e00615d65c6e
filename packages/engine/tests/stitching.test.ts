import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  bandRuns,
  columnRuns,
  differingShare,
  fixtures,
  isNightly,
  readPicture,
  startOrigin,
  type Origin,
} from '@render/testkit'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([
    startTestEngine({ bounds: { pixels: 100_000_000, side: 70_000 } }),
    startOrigin(),
  ])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

async function render(path: string, options: object) {
  const { body } = await engine.make({ url: origin.url + path, full_page: true, ...options })
  return body
}

describe.each(['native', 'stitch'] as const)('in mode %s', (full_page_mode) => {
  test.each(isNightly ? [1, 2] : [1])(
    'a page of 30 000 px is exact at %i device pixels for each of its own',
    async (dpr) => {
      const result = await readPicture(await render('/very-tall', { full_page_mode, dpr, width: 200 }))
      expect([result.width, result.height]).toEqual([200 * dpr, 30_000 * dpr])
      for (const x of [0, 200 * dpr - 1]) expect(columnRuns(result, x)).toEqual(bandRuns(200, 150 * dpr))
    },
    120_000,
  )
})

/** Pages that look the same at every scroll position. `fixture-site.test.ts` has all of them, in sections of one height each. */
const STILL = ['/bands', '/content-visibility']
/** Less wide than the default: only heights matter to sections. */
const NARROW = { width: 400 }
/** An invisible element that stays in place. */
const PIN = '<b style="position: fixed; top: 0"></b>'

test.each(STILL)(
  '%s looks the same in one capture and in sections',
  async (path) => {
    const html = String(fixtures[path]!.body) + PIN
    const native = await readPicture(await render(path, { ...NARROW, html, full_page_mode: 'native' }))
    const sections = [{ max_section_height: 1024 }, { max_section_height: 1999, freeze_fixed: false }]
    const stitched = await Promise.all(
      sections.slice(0, isNightly ? 2 : 1).map((options) => render(path, { ...NARROW, html, ...options })),
    )
    for (const one of stitched) expect(await differingShare(native, one)).toBeLessThanOrEqual(0.001)
  },
  120_000,
)

test('a page that changes on scrolling looks different in sections', async () => {
  const html = String(fixtures['/fixed-late']!.body) + PIN
  const native = await render('/fixed-late', { ...NARROW, html, full_page_mode: 'native' })
  const sections = { freeze_fixed: false, max_section_height: 1024 }
  const stitched = await render('/fixed-late', { ...NARROW, html, ...sections })
  expect(await differingShare(native, stitched)).toBeGreaterThan(0.001)
}, 120_000)

// The last section of such a page would be less than half a device pixel high.
test.each([
  [1.1, 1664],
  [1.25, 1997],
  [1.3, 997],
  [2.7, 666],
])(
  'a page is whole in sections, at %d device pixels for each of its own and %i pixels high',
  async (dpr, height) => {
    const html = page(`body { height: ${height}px; background: #0f0 }`, PIN)
    const size = { width: 333, height: 200, max_section_height: 333 }
    const stitched = await readPicture(await render('/bands', { html, dpr, ...size }))
    expect([stitched.width, stitched.height]).toEqual([Math.round(333 * dpr), Math.round(height * dpr)])
    expect(columnRuns(stitched, 300)).toEqual([{ colour: '#00ff00', start: 0, length: stitched.height }])
  },
)

test('what is pinned looks the same on a page without scripts, which is captured at once, as in sections', async () => {
  const style = `main { height: 9000px; background: linear-gradient(#fff, #08f) } header, footer, nav { position: fixed; background: #f00 }
    header { inset: 0 0 auto; height: 40px } footer { inset: auto 0 0; height: 30px; background: #0f0 } nav { inset: 60px auto 60px 0; width: 50px }
    aside { position: sticky; top: 50px; height: 60px; background: #808 } body::after { content: ''; position: fixed; right: 5px; top: 50%; width: 20px; height: 20px; background: #000 }`
  const body = '<header></header><nav></nav><main><aside></aside></main><footer></footer>'
  const options = { ...NARROW, height: 500 }
  const [still, live] = await Promise.all(
    ['', '<script></script>'].map((script) =>
      render('/bands', { ...options, html: page(style, body + script) }),
    ),
  )
  const shown = await readPicture(still!)
  expect([shown.height, shown.at(20, 100), shown.at(200, 480)]).toEqual([9000, '#ff0000', '#00ff00'])
  expect(await differingShare(shown, live!)).toBe(0)
})
