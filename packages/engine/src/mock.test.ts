import { describe, expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { readBody } from '@render/outputs'
import sharp from 'sharp'
import { createWeightedSemaphore } from '@render/async'
import { defaultBounds } from './picture-limits.ts'
import { defaultVideoLimits } from './video/video-limits.ts'
import { createMocks } from './mock.ts'

const live = new AbortController().signal
const makeMock = createMocks()

async function mock(options: GivenOptions) {
  const { main, sideOutputs, ...others } = await makeMock(toRenderOptions(resolveOptions(options)), live)
  return {
    ...others,
    ...main.facts,
    format: main.format,
    body: await readBody(main.body),
    files: sideOutputs.map(({ facts, body, type }) => ({ ...facts, body, type })),
  }
}

describe('a mock', () => {
  test.each([
    ['png', 'png'],
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ] as const)('is a %s of the requested size', async (format, decoded) => {
    const made = await mock({ html: 'x', format, width: 321, height: 123 })
    expect(made).toMatchObject({ format, width: 321, height: 123, bandwidthBytes: 0 })
    expect(made).not.toHaveProperty('response')
    expect(await sharp(made.body).metadata()).toMatchObject({ format: decoded, width: 321, height: 123 })
  })

  test.each([
    ['html', /^<!DOCTYPE html><html>/],
    ['mhtml', /^MIME-Version: 1.0\r\n/],
  ] as const)('is an empty document of %s, also beside another', async (format, start) => {
    const made = await mock({ html: 'x', format, save_html: true, save_mhtml: true })
    expect(made).not.toHaveProperty('width')
    expect(String(made.body)).toMatch(start)
    expect(made.files.map(({ kind }) => kind).toSorted()).toEqual(['html', 'mhtml'])
  })

  test('has data and files of the same names', async () => {
    const files = { save_metadata: true, save_cookies: true, save_resource_info: true }
    const inline = { save_headers: true, save_http_headers: true, custom_data_variable: 'a' }
    const made = await mock({ url: 'https://user:secret@a.example/b', ...files, ...inline })
    const about = 'https://a.example/b'
    expect(made.data).toEqual({
      metadata: { urlRequested: about, urlResolved: about, url: about },
      headers: {},
      httpHeaders: [],
      cookies: [],
      customData: null,
    })
    expect(made.files.map(({ kind }) => kind)).toEqual(['metadata', 'resource_info', 'cookies'])
    expect((await mock({ html: 'x' })).data).toBeUndefined()
  })

  test('has the parts of metadata that are asked for, empty', async () => {
    const made = await mock({ html: 'x', save_links: true, save_headings: true })
    expect(made.data).toMatchObject({ metadata: { links: [], headers: [] } })
    expect(made.data!.metadata).not.toHaveProperty('tables')
    const structured = await mock({ html: 'x', metadata: true, metadata_engine: 'Structured' })
    const parts = { document: {}, headers: [], links: [], images: [], structuredData: [], tables: [] }
    expect(structured.data!.metadata).toMatchObject(parts)
  })

  test('is a PDF of one empty page in the size of the options', async () => {
    const made = await mock({ html: 'x', format: 'pdf', pdf_page_size: 'a5' })
    expect(made).toMatchObject({ format: 'pdf', pages: 1 })
    expect(String(made.body)).toMatch(/^%PDF-1.4\n.*\/MediaBox \[0 0 419.76 595.44\].*%%EOF\n$/s)
  })

  test('is a video of the usual size and length', async () => {
    const usual = { width: 1280, height: 1024, frames: 150, durationMs: 5000 }
    for (const format of ['mp4', 'webm'] as const)
      expect(await mock({ html: 'x', format })).toMatchObject({ format, ...usual })
    const scroll = { html: 'x', format: 'mp4', video_scroll: true, video_seek: 2 } as const
    expect(await mock({ html: 'x', format: 'mp4', video_seek: 2 })).toMatchObject({ frames: 90 })
    expect(await mock({ ...scroll, video_scroll_duration: 1500 })).toMatchObject({ frames: 60 })
    expect(await mock({ ...scroll, video_seek: 9 })).toMatchObject({ frames: 150 })
  })

  test("is a video within the operator's limits", async () => {
    const videoLimits = { width: 640, height: 360, frames: 100, durationMs: 60_000 }
    const makeLimited = createMocks({ bounds: defaultBounds, videoLimits })
    const options = toRenderOptions(resolveOptions({ html: 'x', format: 'mp4', width: 640, height: 720 }))
    const { main, warnings } = await makeLimited(options, live)
    expect(main.facts).toEqual({ width: 320, height: 360, frames: 100, durationMs: 3333 })
    expect(warnings).toEqual([
      expect.stringContaining('320 x 360'),
      'The video was shortened to 100 frames: at most 100 can be recorded.',
    ])
  })

  test('is an empty SVG of the requested size', async () => {
    const made = await mock({ html: 'x', format: 'svg', width: 321, height: 123 })
    expect(made).toMatchObject({ format: 'svg', width: 321, height: 123 })
    expect(String(made.body)).toMatch(/^<svg [^>]*viewBox="0 0 321 123"\/>\n$/)
  })

  test('has thumbnails and slices', async () => {
    const { files } = await mock({
      html: 'x',
      format: 'webp',
      width: 300,
      height: 250,
      full_page: true,
      full_page_slices: true,
      full_page_slice_height: 200,
      thumbnails: [{ size: 30 }],
    })
    expect(files).toMatchObject([
      { kind: 'thumbnail', key: '30x30', width: 30, height: 25, type: 'webp' },
      { kind: 'slice', index: 0, offsetY: 0, width: 300, height: 200, type: 'webp' },
      { kind: 'slice', index: 1, offsetY: 200, width: 300, height: 50, type: 'webp' },
    ])
    for (const { body, ...size } of files)
      expect(await sharp(await readBody(body)).metadata()).toMatchObject({
        format: 'webp',
        width: 'width' in size && size.width,
        height: 'height' in size && size.height,
      })
  })

  test('of an address has a response of the address', async () => {
    const made = await mock({ url: 'https://example.com' })
    expect(made.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
  })

  test('has as many pixels for each CSS pixel as a picture would have', async () => {
    expect(await mock({ html: 'x', dpr: 2 })).toMatchObject({ width: 2560, height: 2048, warnings: [] })
    const makeSmaller = createMocks({
      bounds: { pixels: 40_000, side: 30_000 },
      videoLimits: defaultVideoLimits,
    })
    const options = toRenderOptions(resolveOptions({ html: 'x', width: 400, height: 100, dpr: 2 }))
    const { main, warnings } = await makeSmaller(options, live)
    expect(main.facts).toMatchObject({ width: 400, height: 100 })
    expect(warnings).toEqual([expect.stringContaining('instead of 2')])
    expect(await sharp(await readBody(main.body)).metadata()).toMatchObject({ width: 400, height: 100 })
  })

  test.each<[GivenOptions, width: number, height: number]>([
    [{ thumb_width: 50 }, 50, 25],
    [{ thumb_width: 50, thumb_height: 50 }, 50, 50],
    [{ crop_width: 60 }, 60, 100],
    [{ clip: '10,10,80,40', dpr: 2 }, 160, 80],
    [{ img_pad: '5,10' }, 220, 110],
    [{ show_url: true, dpr: 2 }, 400, 200 + 66],
    [{ wrap: 'browser' }, 200 + 64, 100 + 112],
    [{ auto_crop: true, crop_width: 100, img_pad: '10', thumb_width: 60 }, 60, 60],
  ])('with %j has the size that the picture would have', async (options, width, height) => {
    const url = 'https://a.example'
    const made = await mock({ url, width: 200, height: 100, format: 'webp', ...options })
    expect(made).toMatchObject({ width, height, warnings: [] })
    expect(await sharp(made.body).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  test('warns as a picture would', async () => {
    const { warnings } = await mock({ html: 'x', show_url: true })
    expect(warnings).toEqual(['"show_url" has no effect on markup without a URL.'])
  })

  test('is rejected where a picture would be', async () => {
    for (const options of [{ width: 8192, height: 16_384 }, { img_pad: '4000' }, { thumb_width: 16_384 }])
      await expect(mock({ html: 'x', ...options })).rejects.toMatchObject({ code: 'InvalidOptions' })
  })

  test('waits while other mocks have the memory for its pixels, until it is aborted', async () => {
    const budget = createWeightedSemaphore(100)
    const options = toRenderOptions(resolveOptions({ html: 'x', width: 100, height: 100 }))
    const over = new AbortController()
    {
      using _ = await budget.acquire(100, live)
      const waiting = createMocks(undefined, budget)(options, over.signal)
      over.abort(new Error('over'))
      await expect(waiting).rejects.toThrow('over')
    }
    await createMocks(undefined, budget)(options, live)
    using _ = await budget.acquire(100, live)
  })

  test('waits for the memory that its picture takes at its largest', async () => {
    const budget = createWeightedSemaphore(1)
    const weights: number[] = []
    const acquire: typeof budget.acquire = (weight, signal) => {
      weights.push(weight)
      return budget.acquire(weight, signal)
    }
    for (const options of [{}, { img_pad: '0,50' }, { clip: '0,0,10,10' }, { thumb_width: 200 }]) {
      const resolved = resolveOptions({ html: 'x', width: 100, height: 100, ...options })
      await createMocks(undefined, { ...budget, acquire })(toRenderOptions(resolved), live)
    }
    expect(weights).toEqual([100 * 100, 200 * 100, 10 * 10, 200 * 200].map((pixels) => pixels * 8))
  })
})
