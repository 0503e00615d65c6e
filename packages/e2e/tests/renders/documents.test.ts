import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST, sendRequest } from '@render/testkit'
import { chromium } from 'playwright-core'
import { useSharedStack } from '../use-shared-stack.ts'

const HTML =
  '<!DOCTYPE html><html><head><title>a</title></head><body><p>one</p><script>document.title += 1</script></body></html>'
/** Its script, like that of the page, makes the title longer each time it runs. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>a</title><script>document.querySelector("title").textContent += 1</script></svg>'
const DOT = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
const CAPTURED = HTML.replace('<title>a</title>', '<title>a1</title>')

describe('documents', () => {
  const world = useSharedStack()
  let origin: Awaited<ReturnType<typeof listenOn>>
  let hits = 0

  beforeAll(async () => {
    origin = await listenOn(ORIGIN_HOST, ({ url }, res) => {
      if (url === '/dot.gif') return void res.writeHead(200, { 'content-type': 'image/gif' }).end(DOT)
      hits += 1
      const [type, body] = url === '/drawing' ? ['image/svg+xml', SVG] : ['text/html', HTML]
      res.writeHead(200, { 'content-type': type }).end(body)
    })
  })

  afterAll(async () => {
    await origin[Symbol.asyncDispose]()
  })

  const bytesOf = async (url: string) => {
    const { status, headers, body } = await sendRequest(url)
    expect(status).toBe(200)
    return { headers, text: new TextDecoder().decode(body) }
  }

  test.each([
    ['html', 'text/html; charset=utf-8', /^sandbox/, '<title>a1</title>'],
    ['mhtml', 'multipart/related', /^sandbox/, '<title>a1</title>'],
    ['md', 'text/markdown; charset=utf-8', null, '\none\n'],
  ])('A-RESP-7: %s has no size', async (format, type, policy, content) => {
    const { status, body } = await world.client.sync({ url: origin.url, format })
    expect([status, body.warnings]).toEqual([200, undefined])
    expect(body.renderUrl).toMatch(new RegExp(`\\.${format}$`))
    for (const name of ['width', 'height', 'pages']) expect(body).not.toHaveProperty(name)
    const { headers, text } = await bytesOf(body.renderUrl)
    expect(headers.get('content-type')).toBe(type)
    const header = headers.get('content-security-policy')
    expect(header).toEqual(policy && expect.stringMatching(policy))
    expect(text).toContain(content)
    const { body: record } = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    expect(record).not.toHaveProperty('width')
  })

  test('A-DOC-12: their scripts do not run in a browser, as those of the page do', async () => {
    await using parts = new AsyncDisposableStack()
    const executablePath = process.env.CHROMIUM_PATH || undefined
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    parts.defer(() => browser.close())
    const folder = await mkdtemp(join(tmpdir(), 'documents-'))
    parts.defer(() => rm(folder, { recursive: true }))
    const titleOf = async (url: string) => {
      const page = await browser.newPage()
      await page.goto(url)
      return page.title()
    }
    const stored = async (path: string, format: string): Promise<string> =>
      (await world.client.sync({ url: origin.url + path, format })).body.renderUrl
    // Browsers open archives from a disk only.
    const archive = join(folder, 'page.mhtml')
    await writeFile(archive, (await bytesOf(await stored('/', 'mhtml'))).text)

    for (const path of ['/', '/drawing']) expect(await titleOf(origin.url + path)).toBe('a1')
    expect(await titleOf(await stored('/', 'html'))).toBe('a1')
    expect(await titleOf(await stored('/drawing', 'svg'))).toBe('a1')
    expect(await titleOf(pathToFileURL(archive).href)).toBe('a1')
    // The same document from elsewhere runs.
    const copy = join(folder, 'copy.html')
    await writeFile(copy, (await bytesOf(await stored('/', 'html'))).text)
    expect(await titleOf(pathToFileURL(copy).href)).toBe('a11')
  })

  test('A-RESP-7: a pdf has its number of pages and no size', async () => {
    const html = '<p style="break-after: page">one</p><p>two</p>'
    const { status, body } = await world.client.sync({ html, format: 'pdf' })
    expect([status, body.warnings, body.pages]).toEqual([200, undefined, 2])
    for (const name of ['width', 'height']) expect(body).not.toHaveProperty(name)
    const { headers, text } = await bytesOf(body.renderUrl)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(text).toMatch(/^%PDF-/)
  })

  test('a range outside of the pdf is refused once the pages are counted', async () => {
    const options = { html: 'x', format: 'pdf', pdf_page_range: '9-' }
    const { status, body } = await world.client.sync(options)
    expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
    const { body: accepted } = await world.client.async(options)
    expect((await world.client.untilFinished(accepted.statusUrl)).body).toMatchObject({
      status: 'failed',
      error: { code: 'InvalidOptions' },
    })
  })

  test('beside a picture they are named in the result, of the same page, and deleted with it', async () => {
    hits = 0
    const { body } = await world.client.sync({
      url: origin.url,
      full_page: true,
      save_html: true,
      save_mhtml: true,
    })
    expect(hits).toBe(1)
    const name = String(body.renderUrl).replace(/\.png$/, '')
    expect([body.htmlUrl, body.mhtmlUrl]).toEqual([`${name}.html`, `${name}.mhtml`])
    expect((await bytesOf(body.htmlUrl)).text).toBe(CAPTURED)
    await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.secretKey}` },
    })
    for (const url of [body.htmlUrl, body.mhtmlUrl]) expect((await sendRequest(url)).status).toBe(404)
  })

  test('beside a picture html has the files of the page, and no script', async () => {
    const { body } = await world.client.sync({
      html: HTML.replace('<p>', '<img src="/dot.gif"><p>'),
      base_url: origin.url,
      save_html: true,
      full_html: true,
    })
    expect(body.warnings).toBeUndefined()
    const { text } = await bytesOf(body.htmlUrl)
    expect(text).toContain('<meta charset="utf-8"><title>a1</title>')
    expect(text).toMatch(/<img src="data:image\/gif;base64,[\w=]+">/)
    expect(text).not.toContain('<script')
  })

  test.each(['binary', 'base64', 'none'] as const)(
    'beside a file as %s they are named in headers',
    async (response_type) => {
      const { headers } = await world.client.sync({ html: 'x', save_html: true, response_type })
      expect((await bytesOf(headers.get('x-service-html-url')!)).text).toContain('<body>x</body>')
      expect(headers.get('x-service-mhtml-url')).toBeNull()
    },
  )

  test('beside the same format the file is the main one', async () => {
    const { body } = await world.client.sync({ url: origin.url, format: 'html', save_html: true })
    expect(body.htmlUrl).toBe(body.renderUrl)
  })

  test.each(['binary', 'base64'] as const)('are returned as %s', async (response_type) => {
    const { body, headers } = await world.client.sync({ url: origin.url, format: 'html', response_type })
    expect(headers.get('x-service-render-id')).toBeTruthy()
    const text = new TextDecoder().decode(body)
    expect(response_type === 'binary' ? text : String(Buffer.from(text, 'base64'))).toBe(CAPTURED)
  })

  test('options that have no effect on them get a warning', async () => {
    const { body } = await world.client.sync({
      html: HTML,
      format: 'mhtml',
      selector: 'p',
      full_page: true,
      quality: 5,
    })
    expect(body.warnings).toEqual([
      '"selector" has no effect on mhtml without "save_html".',
      '"full_page" has no effect on mhtml.',
      '"quality" has no effect on mhtml.',
    ])
  })
})
