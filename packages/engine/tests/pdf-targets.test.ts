import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GivenOptions } from '@render/options'
import { listenOn, makePdf, ORIGIN_HOST, readPicture } from '@render/testkit'
import { findOnPath } from '../src/browser/executable.ts'
import { defaultPageLimits } from '../src/page-limits.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

const GREEN = '#00ff00'
const BLUE = '#0000ff'
const WHITE = '#ffffff'

const MAX_BYTES = 5_000_000
const PDF = { 'content-type': 'application/pdf' }

/** What is answered, by path: status, headers and body. */
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
let asked: string[]
beforeAll(async () => {
  asked = []
  engine = await startTestEngine({ pageLimits: { ...defaultPageLimits, bodyBytes: MAX_BYTES } })
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    asked.push(req.url!)
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
  test('shows its first page as wide as the viewport', async () => {
    asked = []
    const shown = await show('/upright')
    expect(shown).toMatchObject({ width: 300, height: 200, warnings: [] })
    expect([shown.at(0, 0), shown.at(299, 199)]).toEqual([GREEN, GREEN])
    expect(shown.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    expect(asked).toEqual(['/upright', '/upright'])
    expect(shown.bandwidthBytes).toBeGreaterThan(makePdf(600, 800).length)
  })

  test('is shown with the whole of its page as a full page', async () => {
    const shown = await show('/upright', { full_page: true })
    expect([shown.width, shown.height]).toEqual([300, 400])
    expect([shown.at(0, 0), shown.at(299, 355), shown.at(299, 365), shown.at(0, 399)]).toEqual([
      GREEN,
      GREEN,
      BLUE,
      BLUE,
    ])
  })

  test('is drawn in device pixels', async () => {
    const shown = await show('/upright', { full_page: true, dpr: 2 })
    expect([shown.width, shown.height]).toEqual([600, 800])
    expect([shown.at(0, 719), shown.at(0, 720)]).toEqual([GREEN, BLUE])
  })

  test('that is less high than the viewport leaves the rest white', async () => {
    const shown = await show('/lengthwise')
    expect([shown.at(150, 130), shown.at(150, 145), shown.at(150, 155)]).toEqual([GREEN, BLUE, WHITE])
  })

  test.each([
    ['/turned', 400, BLUE, GREEN],
    ['/cropped', 100, GREEN, BLUE],
  ] as const)('is shown as its readers show it: %s', async (path, height, above, below) => {
    const shown = await show(path, { selector: 'img' })
    expect([shown.height, shown.at(150, 15), shown.at(150, height - 15)]).toEqual([height, above, below])
  })

  test.each(['/missing', '/redirect', '/inline'])('is known by its type: %s', async (path) => {
    const shown = await show(path)
    expect(shown.at(150, 100)).toBe(GREEN)
    expect(shown.response?.statusCode).toBe(path === '/missing' ? 404 : 200)
  })

  test('of a page without end is cut, and that is told', async () => {
    const shown = await show('/endless', { full_page: true, height: 100, width: 100 })
    expect(shown.height).toBe(30_000)
    expect(shown.warnings).toEqual([expect.stringContaining('30000')])
  })

  test('in a frame of a page is no affair of the page', async () => {
    expect((await show('/frame')).at(299, 199)).toBe(GREEN)
  })

  test.each([
    ['/to-keep', /a download instead/],
    ['/broken', /could not be drawn/],
    ['/nothing', /could not be drawn/],
    ['/large', /more than 5000000 bytes/],
  ])('that cannot be shown is a NavigationError: %s', async (path, message) => {
    await expect(show(path)).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(message),
    })
  })

  test('is a NavigationError that says what to install where nothing draws it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-rasteriser-'))
    // What the browser's start needs.
    for (const program of ['sh', 'nice', 'setpriv', 'rmdir'])
      symlinkSync(findOnPath(program, process.env.PATH)!, join(folder, program))
    await using poor = await startTestEngine({ environment: { ...process.env, PATH: folder } })
    await expect(poor.make({ url: `${server.url}/upright` })).rejects.toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/poppler-utils/),
    })
    rmSync(folder, { recursive: true })
  })
})
