// Checks that documents beside a picture are of the same page, whatever capture the picture needs.
import { expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { page, startTestEngine } from '../test-engine.ts'

/** The page has everything that larger captures change: skipped content, an inner scroller, fixed parts, lazy images. */
const HTML = page(
  `html, body { height: 100% } main { height: 100%; overflow-y: scroll; scroll-snap-type: y proximity }
  section { content-visibility: auto; height: 900px; background: fixed linear-gradient(red, blue) }
  header { position: fixed; top: 0 } img { display: block }`,
  `<main><header>top</header><section>one</section><section>two</section>
  <img loading="lazy" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></main>
  <script>addEventListener('scroll', () => {}, true)</script>`,
)

test('reads the same markup for the viewport, a full page, an element and a document', async () => {
  await using engine = await startTestEngine()
  const readWith = async (given: GivenOptions): Promise<string> => {
    const { files } = await engine.make({ html: HTML, save_html: true, ...given })
    return String(files[0]!.body)
  }
  const plain = await readWith({})
  expect(plain).toContain('loading="lazy"')
  expect(await readWith({ full_page: true })).toBe(plain)
  expect(await readWith({ full_page: true, full_page_mode: 'stitch' })).toBe(plain)
  expect(await readWith({ clip: '0,0,50,50', lazyload: true })).toBe(plain)
  expect(await readWith({ format: 'html', lazyload: true })).toBe(plain)
})
