import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { OutgoingHttpHeaders } from 'node:http'
import type { GivenOptions } from '@render/options'
import { listenOn, makePdf, ORIGIN_HOST, readPicture, startModelDouble } from '@render/testkit'
import { defaultPageLimits } from '../src/page-limits.ts'
import { createScratch } from '../src/index.ts'
import { questionTo } from './question-to.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

const GREEN = '#00ff00'
const BLUE = '#0000ff'
const WHITE = '#ffffff'

const MAX_BYTES = 5_000_000
const PDF = { 'content-type': 'application/pdf' }

/** Maps a path to its response: status, headers and body. */
const answers: Record<string, [status: number, headers: OutgoingHttpHeaders, body: string | Buffer]> = {
  '/upright': [200, PDF, makePdf(600, 800)],
  '/lengthwise': [200, PDF, makePdf(600, 300)],
  '/turned': [200, PDF, makePdf(600, 800, '/Rotate 180')],
  '/cropped': [200, PDF, makePdf(600, 800, '/CropBox [0 0 600 200]')],
  '/endless': [200, PDF, makePdf(1, 14_400)],
  '/missing': [404, { 'content-type': 'Application/PDF; charset=binary' }, makePdf(600, 800)],
  '/redirect': [302, { location: '/upright', 'content-type': 'application/pdf' }, ''],
  '/inline': [200, { ...PDF, 'content-disposition': 'inline; filename="attachment.pdf"' }, makePdf(600, 800)],
  '/to-keep': [200, { ...PDF, 'content-disposition': 'attachment; filename=a.pdf' }, makePdf(600, 800)],
  '/broken': [200, PDF, '%PDF-1.4 and nothing more'],
  '/nothing': [200, PDF, ''],
  '/large': [200, PDF, Buffer.concat([makePdf(600, 800), Buffer.alloc(MAX_BYTES)])],
  '/frame': [
    200,
    { 'content-type': 'text/html' },
    page('body { background: #0f0 }', '<iframe src="/upright">'),
  ],
}

let engine: TestEngine
let server: Awaited<ReturnType<typeof listenOn>>
let requested: string[]
beforeAll(async () => {
  requested = []
  engine = await startTestEngine({ pageLimits: { ...defaultPageLimits, bodyBytes: MAX_BYTES } })
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    requested.push(req.url!)
    const [status, headers, body] = answers[req.url!]!
    res.writeHead(status, headers).end(body)
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function show(path: string, options: GivenOptions = {}) {
  const rendered = await engine.make({ url: server.url + path, width: 300, height: 200, ...options })
  return { ...rendered, ...(await readPicture(rendered.body)) }
}

describe('a PDF', () => {
  test('is rendered as its first page, as wide as the viewport', async () => {
    requested = []
    const result = await show('/upright')
    expect(result).toMatchObject({ width: 300, height: 200, warnings: [] })
    expect([result.at(0, 0), result.at(299, 199)]).toEqual([GREEN, GREEN])
    expect(result.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    expect(requested).toEqual(['/upright', '/upright'])
    expect(result.bandwidthBytes).toBeGreaterThan(makePdf(600, 800).length)
  })

  test('is rendered with its complete first page with full_page', async () => {
    const result = await show('/upright', { full_page: true })
    expect([result.width, result.height]).toEqual([300, 400])
    expect([result.at(0, 0), result.at(299, 355), result.at(299, 365), result.at(0, 399)]).toEqual([
      GREEN,
      GREEN,
      BLUE,
      BLUE,
    ])
  })

  test('is drawn in device pixels', async () => {
    const result = await show('/upright', { full_page: true, dpr: 2 })
    expect([result.width, result.height]).toEqual([600, 800])
    expect([result.at(0, 719), result.at(0, 720)]).toEqual([GREEN, BLUE])
  })

  test('that is lower than the viewport leaves the rest white', async () => {
    const result = await show('/lengthwise')
    expect([result.at(150, 130), result.at(150, 145), result.at(150, 155)]).toEqual([GREEN, BLUE, WHITE])
  })

  test.each([
    ['/turned', 400, BLUE, GREEN],
    ['/cropped', 100, GREEN, BLUE],
  ] as const)('is rotated and cropped as in PDF viewers: %s', async (path, height, above, below) => {
    const result = await show(path, { selector: 'img' })
    expect([result.height, result.at(150, 15), result.at(150, height - 15)]).toEqual([height, above, below])
  })

  test.each(['/missing', '/redirect', '/inline'])('is recognised by its content type: %s', async (path) => {
    const result = await show(path)
    expect(result.at(150, 100)).toBe(GREEN)
    expect(result.response?.statusCode).toBe(path === '/missing' ? 404 : 200)
  })

  test('with a very tall page is cut, with a warning', async () => {
    const result = await show('/endless', { full_page: true, height: 100, width: 100 })
    expect(result.height).toBe(30_000)
    expect(result.warnings).toEqual([expect.stringContaining('30000')])
  })

  test('in a frame does not affect its page', async () => {
    expect((await show('/frame')).at(299, 199)).toBe(GREEN)
  })

  test.each([
    ['/to-keep', /a download instead/],
    ['/broken', /could not be drawn/],
    ['/nothing', /could not be drawn/],
    ['/large', /limit of 5000000 bytes/],
  ])('that cannot be rendered fails with NavigationError: %s', async (path, message) => {
    await expect(show(path)).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(message),
    })
  })
})

describe('the text of a PDF', () => {
  const HTML = `<!doctype html><title>A "report"</title><style>h1 { background: #0f0 }</style>
    <h1>Ends</h1><p style="position: absolute; top: 600px; left: 60%">a &lt;first&gt; line</p><p style="break-before: page">of the second page</p>`
  const TEXT = ['Ends', 'a \\<first> line', 'of the second page']
  const ONLY_FIRST =
    'The URL returned a PDF: documents other than Markdown show only a picture of its first page.'
  let url: string
  beforeAll(async () => {
    await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
    const { body } = await engine.make({ html: HTML, format: 'pdf', pdf_background: true }, { scratch })
    answers['/text'] = [200, PDF, body]
    url = `${server.url}/text`
  })

  test('is its Markdown, of all pages with the title', async () => {
    const { body, warnings } = await engine.make({ url, format: 'md' })
    expect(String(body)).toBe(`---\ntitle: "A \\"report\\""\n---\n\n${TEXT.join('\n\n')}\n`)
    expect(warnings).toEqual([])
  })

  test('is the Markdown beside the PDF itself, which keeps its bytes', async () => {
    const options = { url, format: 'pdf', save_markdown: true, md_extract_metadata: false } as const
    const { body, files, warnings } = await engine.make(options)
    expect(body.equals(answers['/text']![2] as Buffer)).toBe(true)
    expect(String(files[0]!.body)).toBe(`${TEXT.join('\n\n')}\n`)
    expect(warnings).toEqual([])
  })

  test.each(['png', 'pdf'] as const)('is for a model, with a picture, beside %s', async (format) => {
    await using double = await startModelDouble()
    const { warnings } = await engine.make({ url, format, ...questionTo(double) })
    const [{ user, pictures }] = double.requests as [(typeof double.requests)[0]]
    for (const text of TEXT) expect(user.join('\n')).toContain(text)
    const picture = await readPicture(pictures[0]!)
    const colours = Array.from({ length: picture.height }, (_, y) => picture.at(picture.width / 2, y))
    expect(colours).toContain(GREEN)
    expect(warnings).toEqual([])
  })

  test('that has none, or cannot be read, makes an empty document with a warning', async () => {
    const { body, warnings } = await engine.make({ url: `${server.url}/upright`, format: 'md' })
    expect([String(body), warnings]).toEqual(['', ['The PDF that the URL returned has no text.']])
    const broken = {
      url: `${server.url}/broken`,
      format: 'pdf',
      save_markdown: true,
      save_html: true,
    } as const
    expect((await engine.make(broken)).warnings).toEqual([
      'The first page of the PDF could not be drawn for what is made beside the PDF.',
      ONLY_FIRST,
      'The text of the PDF that the URL returned cannot be read.',
    ])
  })

  test.each([{}, { full_html: true }, { format: 'mhtml' }, { format: 'pdf' }] as const)(
    'is no part of other documents, as a warning says: %j',
    async (more) => {
      const options = { url, format: 'html', save_html: true, ...more } as const
      const { files, warnings } = await engine.make(options)
      expect(String(files[0]!.body)).toContain('<img')
      expect(warnings).toEqual([ONLY_FIRST])
    },
  )

  test('has its own headers, with every hop, and its own size', async () => {
    const listed = { save_headers: true, save_http_headers: true, save_resource_info: true }
    const { data, files } = await show('/redirect', listed)
    expect(data!.headers).toMatchObject({ 'content-type': 'application/pdf' })
    expect(data!.httpHeaders).toMatchObject([
      { status: 302, responseHeaders: { location: '/upright' } },
      { status: 200, responseHeaders: data!.headers },
    ])
    const rows = JSON.parse(String(files[0]!.body)) as Record<string, unknown>[]
    const { length: encodedSize } = makePdf(600, 800)
    expect(rows.at(-1)).toMatchObject({ status: 200, mimeType: 'application/pdf', encodedSize })
  })

  test('makes no metadata, as a warning says', async () => {
    const { data, warnings } = await engine.make({ url, metadata: true })
    expect(data?.metadata).toHaveProperty('urlResolved', url)
    expect(warnings).toEqual(['The URL returned a PDF, which has no metadata of a page.'])
  })
})
