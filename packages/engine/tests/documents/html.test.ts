import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { isNightly, listenOn, ORIGIN_HOST, startOrigin } from '@render/testkit'
import { chromium } from 'playwright-core'
import { createScratch } from '../../src/index.ts'
import { canOpenDirectly } from '../../src/direct/can-open-directly.ts'
import { targetOf } from '../../src/target.ts'
import { page, shareTestEngine, VIEWPORT, type TestEngine } from '../test-engine.ts'

/** Maps a path to its type and body. */
const answers: Record<string, [type: string, body: string | Buffer]> = {
  '/late': [
    'text/html',
    `<!DOCTYPE html><html lang="de"><head><title>a</title></head><body><a href="../b?c=1&amp;d">b</a>
    <script>const late = document.createElement('p'); late.id = 'late'; document.body.append(late)</script></body></html>`,
  ],
  '/quirks': ['text/html', '<p>quirks</p>'],
  '/strict': [
    'text/html',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>strict</p>',
  ],
  '/western': [
    'text/html; charset=windows-1252',
    Buffer.from('<title>caf\xe9</title><p>na\xefve \x80', 'latin1'),
  ],
  '/wide': ['text/html', Buffer.from('\ufeff<p>žluť 🦊 \u2028', 'utf16le')],
  '/shadow': [
    'text/html',
    '<div id="host"><template shadowrootmode="open"><p>inside</p></template>light</div>',
  ],
  '/xhtml': [
    'application/xhtml+xml',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><br/></body></html>',
  ],
  '/xml': ['application/xml', '<list><item n="1">one</item><!-- kept --></list>'],
  '/svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><circle r="5"/></svg>'],
  '/text': ['text/plain', 'a < b'],
  '/json': ['application/json', '{"a": 1}'],
  '/empty': ['text/html', ''],
  '/clobbered': [
    'text/html',
    `<!DOCTYPE html><form id="form"><input name="outerHTML"><input name="innerHTML"></form>
    <img name="documentElement"><img name="body"><img name="doctype"><img name="contentType">`,
  ],
}

/** Pages that Playwright writes as HTML, and in which no name hides the document. */
const OWN = Object.keys(answers).filter((path) => !/^\/(?:xhtml|xml|svg|clobbered)$/.test(path))
/** Pages of the fixture site that are the same each time. */
const FIXTURES =
  '/fixed /sticky /frames /transforms /text /inner-scroller /zoomed /shadow-trees /canvas /dark-mode /lazy-native /right-to-left'.split(
    ' ',
  )

let engine: TestEngine
let server: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await shareTestEngine()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    const [type, body] = answers[req.url!] ?? ['text/plain', '']
    res.writeHead(200, { 'content-type': type }).end(body)
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const read = async (path: string, more: GivenOptions = {}) => {
  const rendered = await engine.make({ url: server.url + path, format: 'html', ...more })
  return { ...rendered, text: String(rendered.body) }
}

describe('html is', () => {
  test('the document after its scripts, with nothing rewritten, and without facts', async () => {
    const { text, main, warnings } = await read('/late')
    expect(text).toMatch(/^<!DOCTYPE html><html lang="de"><head>/)
    expect(text).toContain('<p id="late"></p>')
    expect(text).toContain('<script>const late')
    expect(text).toContain('href="../b?c=1&amp;d"')
    expect({ format: main.format, facts: main.facts, warnings }).toEqual({
      format: 'html',
      facts: {},
      warnings: [],
    })
  })

  test.each([
    ['without a doctype', '/quirks', /^<html><head><\/head><body><p>quirks<\/p><\/body><\/html>$/],
    [
      'with a public doctype',
      '/strict',
      /^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD HTML 4.01\/\/EN" "http:.*">/,
    ],
    ['of another encoding', '/western', /<title>café<\/title>.*naïve €/s],
    ['in UTF-16', '/wide', /<p>žluť 🦊 \u2028/u],
    ['without shadow trees', '/shadow', /<div id="host">light<\/div>/],
    [
      'of XHTML',
      '/xhtml',
      /<html xmlns="http:\/\/www.w3.org\/1999\/xhtml"><head><title>x<\/title>.*<br ?\/>/,
    ],
    ['of XML', '/xml', /^<list><item n="1">one<\/item><!-- kept --><\/list>$/],
    ['of an SVG', '/svg', /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"><circle r="5"\/><\/svg>$/],
    ['of a text', '/text', /<pre.*>a &lt; b<\/pre>/],
    ['of JSON', '/json', /<pre>\{"a": 1\}<\/pre>/],
    ['of nothing', '/empty', /^<html><head><\/head><body><\/body><\/html>$/],
    ['with names that hide the document', '/clobbered', /^<!DOCTYPE html><html>.*<img name="contentType">/s],
  ])('the document %s', async (_, path, expected) => {
    expect((await read(path)).text).toMatch(expected)
  })

  test('what a plain browser has', async () => {
    await using origin = await startOrigin()
    await using browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: ['--no-sandbox'],
    })
    const plain = await browser.newPage({ viewport: VIEWPORT })
    const differing: string[] = []
    for (const url of [
      ...OWN.map((path) => server.url + path),
      ...FIXTURES.map((path) => origin.url + path),
    ]) {
      await plain.goto(url)
      const { body } = await engine.make({ url, format: 'html' })
      if (String(body) !== (await plain.content())) differing.push(url)
    }
    expect(differing).toEqual([])
  })

  test.each(['/late', '/xhtml'])(
    'the same of a page with Playwright and of one without it: %s',
    async (path) => {
      const opened = async (more: GivenOptions) => {
        const options = toRenderOptions(resolveOptions({ url: server.url + path, format: 'html', ...more }))
        return [canOpenDirectly(options, targetOf(options)), (await read(path, more)).text]
      }
      const [isDirect, text] = await opened({})
      expect(isDirect).toBe(true)
      expect(await opened({ tz: 'Asia/Tokyo' })).toEqual([false, text])
    },
  )

  test('the document with the styles of options, after all others', async () => {
    const css = 'p { content: "</style>" }'
    const { text, warnings } = await read('/late', { css, hide_selector: 'p, b', disable_ligatures: true })
    const [, added = ''] = /<style>([^]*?)<\/style><\/html>$/.exec(text) ?? []
    expect(added.match(/font-variant-ligatures/g)).toHaveLength(1)
    expect(added).toContain(String.raw`p { content: "\3c /style>" }`)
    expect(added).toContain('p, b { visibility: hidden !important')
    expect(added).toContain('font-variant-ligatures: none')
    expect(warnings).toEqual([])
    const hidden = { css: 'p { color: red }' }
    expect((await read('/clobbered', hidden)).text).toContain('<style>p { color: red }</style>')
    expect((await read('/late', { ...hidden, selector: 'body' })).text).not.toContain('red')
  })

  test('an element, or what is inside of one', async () => {
    const html = page('', '<main><p class="a">one</p></main>')
    const make = async (more: GivenOptions) =>
      String((await engine.make({ html, format: 'html', ...more })).body)
    expect(await make({ selector: 'main' })).toBe('<main><p class="a">one</p></main>')
    expect(await make({ selector: 'main', fragment: true })).toBe('<p class="a">one</p>')
    expect(await make({ fragment: true })).toBe('<main><p class="a">one</p></main>')
    expect((await read('/clobbered', { selector: '#form' })).text).toMatch(
      /^<form id="form"><input name="outer/,
    )
  })

  test('the whole document, with a warning, when no element matches', async () => {
    const { text, warnings } = await read('/late', { selector: '#nowhere' })
    expect(text).toMatch(/^<!DOCTYPE html>/)
    expect(warnings).toEqual(['"selector" matched no element and was ignored.'])
    await expect(
      read('/late', { selector: '#nowhere', fail_if_selector_missing: true, wait_timeout: 0 }),
    ).rejects.toMatchObject({ code: 'RenderFailedError' })
  })
})

describe('a large document', () => {
  /** A comment takes no time to lay out. */
  const fill = (text: string, count: number): GivenOptions => ({
    html: page(
      '',
      `<script>document.currentScript.remove(); document.body.append(document.createComment(${JSON.stringify(text)}.repeat(${count})))</script>`,
    ),
  })

  test('is read whole, and no character of it is cut', async () => {
    await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
    // The length of the repeated text is odd, so that some part would end within a pair.
    const { body } = await engine.make({ ...fill('🦊éab', 1_000_000), format: 'html' }, { scratch })
    const text = String(body)
    expect(text).not.toContain('\ufffd')
    expect(text.match(/🦊éab/gu)).toHaveLength(1_000_000)
  })

  test('is left out with a warning beside another output', async () => {
    await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
    const options = { ...fill('x', 53_000_000), save_html: true, timeout: 90_000 }
    const { sideOutputs, warnings } = await engine.make(options, { scratch })
    expect(sideOutputs).toEqual([])
    expect(warnings).toEqual(['"save_html" made no file: The document is larger than 50 MB.'])
  })

  // One file has no comments.
  const titled = page('', "<script>document.body.title = 'x'.repeat(53_000_000)</script>")
  test.each([
    ...(isNightly ? [['', fill('x', 53_000_000)] as const] : []),
    [' in bytes', fill('é', 27_000_000)] as const,
    [' as one file', { html: titled, full_html: true }] as const,
  ])('is refused beyond 50 MB%s', async (_, given) => {
    await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
    const making = engine.make({ ...given, format: 'html', timeout: 90_000 }, { scratch })
    await expect(making).rejects.toMatchObject({
      code: 'EngineResponseNotOkError',
      message: 'The document is larger than 50 MB.',
    })
  })
})
