// Checks that documents beside a picture are of the same page, whatever capture the picture needs.
import { expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, startModelDouble } from '@render/testkit'
import { createScratch } from '../../src/index.ts'
import { questionTo } from '../question-to.ts'
import { page, shareTestEngine } from '../test-engine.ts'
import { readPdf } from './poppler.ts'

/** A page is waited for much longer. */
const LATE_MS = 300

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
  await using engine = await shareTestEngine()
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

/** Writes down what scripts can find out about the viewport, and which parts of the page are in view, before it is loaded. */
const CURIOUS = page(
  `section { height: 600px; width: 2000px } @media (width: 1280px) and (height: 1024px) { b { color: red } }`,
  `<section>a</section><section>b</section><section>c</section><b>x</b><img src="/held"><script>
    const seen = []
    addEventListener('resize', () => seen.push('resize'))
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect()
      for (const { intersectionRatio, rootBounds } of entries) seen.push([intersectionRatio, rootBounds])
      scrollTo(9999, 150)
      const { width, height, scale, pageLeft, pageTop } = visualViewport
      seen.push([innerWidth, innerHeight, outerWidth, outerHeight, scrollX, scrollY, devicePixelRatio])
      seen.push([width, height, scale, pageLeft, pageTop, screen.width, screen.height, screen.orientation.type])
      seen.push([document.visibilityState, document.hasFocus(), document.elementFromPoint(600, 400)?.textContent])
      seen.push(getComputedStyle(document.querySelector('b')).color)
      document.body.append(JSON.stringify(seen))
      fetch('/seen')
    })
    for (const each of document.querySelectorAll('section')) observer.observe(each)
  </script>`,
)

test('a page does not notice that no picture of it is taken', async () => {
  let seen = Promise.withResolvers<void>()
  await using site = await listenOn(ORIGIN_HOST, ({ url }, res) => {
    if (url === '/seen') seen.resolve()
    if (url === '/held') void seen.promise.then(() => res.end())
    else res.writeHead(200, { 'content-type': 'text/html' }).end(url === '/' ? CURIOUS : '')
  })
  await using engine = await shareTestEngine()
  for (const size of [
    { width: 1280, height: 1024 },
    { width: 700, height: 500 },
  ]) {
    const { files } = await engine.make({ url: site.url, save_html: true, ...size })
    seen = Promise.withResolvers()
    const { body } = await engine.make({ url: site.url, format: 'html', ...size })
    seen = Promise.withResolvers()
    expect(String(body)).toContain(`[${size.width},${size.height},${size.width},${size.height},`)
    expect(String(body)).toBe(String(files[0]!.body))
  }
})

test('reads the page as on a screen beside a PDF, which is of the page in print', async () => {
  const html = page(
    `html { background: red } @media print { div { display: none } html { background: blue } } @media screen { b { display: none } }`,
    '<div>Menu</div><p>text <b>printed</b></p>',
  )
  await using engine = await shareTestEngine()
  await using double = await startModelDouble()
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const side = { html, save_markdown: true, md_extract_metadata: false, ...questionTo(double) } as const
  for (const media of [undefined, 'screen'] as const) {
    const { body, files } = await engine.make(
      { ...side, format: 'pdf', ...(media && { media }) },
      { scratch },
    )
    expect(String(files[0]!.body)).toBe('Menu\n\ntext\n')
    const { user, pictures } = double.requests.at(-1)!
    expect(user.join('\n')).toMatch(/Menu\s+text/)
    expect((await readPicture(pictures[0]!)).at(100, 90)).toBe('#ff0000')
    await using file = await readPdf(body)
    expect((await file.texts()).join('').split(/\s+/).filter(Boolean)).toEqual(
      media ? ['Menu', 'text'] : ['text', 'printed'],
    )
  }
})

test('waits beside a PDF for files that the page needs on a screen alone', async () => {
  const html = page('@media screen { html { background: url(/late.svg) } }', '<p>text</p>')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await using site = await listenOn(ORIGIN_HOST, ({ url }, res) => {
    res.setHeader('content-type', url === '/' ? 'text/html' : 'image/svg+xml')
    if (url === '/') res.end(html)
    else setTimeout(() => res.end(svg), LATE_MS)
  })
  await using engine = await shareTestEngine()
  const given: GivenOptions = { url: site.url, format: 'pdf', save_html: true, full_html: true }
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const { files, warnings } = await engine.make(given, { scratch })
  expect(String(files[0]!.body)).toContain('background: url("data:image/svg+xml;')
  expect(warnings).toEqual([])
})
