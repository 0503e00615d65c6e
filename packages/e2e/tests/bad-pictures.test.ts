import { describe, expect, test } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { useWorld } from './use-world.ts'

/** A green page of 400 x 900, with elements that are hard to show. */
const html = `<!doctype html><style>body { margin: 0; background: #0f0; height: 900px } p { margin: 0 }</style>
  <p id="hidden" style="display: none">x</p>
  <p id="flat" style="height: 0"></p>
  <p id="outside" style="position: absolute; left: -900px">x</p>
  <p id="huge" style="position: absolute; width: 100000px; height: 1px; visibility: hidden"></p>`
const page = { html, width: 400, height: 300 }

/** What is refused, and the options that it is told of. */
const refused: Record<string, [options: object, ...named: string[]][]> = {
  'a selector that is no CSS': [
    [{ selector: 'p[' }, 'selector'],
    [{ selector: '//p' }, 'selector'],
    [{ width_from: 'p[' }, 'width_from'],
    [{ height_from: 'p[' }, 'height_from'],
    [{ scroll_to: 'p[' }, 'scroll_to'],
    [{ scroll_to_x: '//p[' }, 'scroll_to_x'],
  ],
  'a box that is none, or not on the page': [
    [{ clip: '0,0,10' }, 'clip'],
    [{ clip: 'a,b,c,d' }, 'clip'],
    [{ clip: '-1,0,10,10' }, 'clip'],
    [{ clip: '0,0,0,10' }, 'clip'],
    [{ clip: '0,0,10,0' }, 'clip'],
    [{ clip: '0,900,10,10' }, 'clip'],
    [{ clip: '200000,0,10,10' }, 'clip'],
  ],
  'a size of nothing, or less': [
    [{ width: 0 }, 'width'],
    [{ width: -1 }, 'width'],
    [{ height: 0 }, 'height'],
    [{ height: -1 }, 'height'],
    [{ dpr: 0 }, 'dpr'],
    [{ dpr: -1 }, 'dpr'],
    [{ dpr: 0.1, width: 9 }, 'width', 'height', 'dpr'],
    [{ dpr: 0.1, height: 9 }, 'width', 'height', 'dpr'],
    [{ max_height: 0 }, 'max_height'],
    [{ max_width: -1 }, 'max_width'],
    [{ crop_width: 0 }, 'crop_width'],
    [{ thumb_width: 0 }, 'thumb_width'],
    [{ thumb_height: -1 }, 'thumb_height'],
    [{ img_pad: -1 }, 'img_pad'],
    [{ scroll_to: -1 }, 'scroll_to'],
    [{ full_page: true, scroll_increment: 0 }, 'scroll_increment'],
    [{ full_page: true, max_sections: 0 }, 'max_sections'],
    [{ full_page: true, max_section_height: 0 }, 'max_section_height'],
    [{ full_page: true, full_page_slices: true, full_page_slice_height: 0 }, 'full_page_slice_height'],
    [{ thumbnails: [{ width: 0 }] }, 'thumbnails'],
    [{ thumbnails: [{ size: '0x5' }] }, 'thumbnails'],
    [{ thumbnails: [{}] }, 'thumbnails'],
  ],
  'more pixels than there may be': [
    [{ width: 8192, height: 16_384 }, 'width', 'height'],
    [{ width_from: '#huge' }, 'width_from', 'height'],
    [{ width: 5000, height: 5000, dpr: 2, force_dpr: true }, 'force_dpr'],
    [{ full_page: true, html: '<p style="height: 20000px">', dpr: 4, force_dpr: true }, 'force_dpr'],
    [{ full_page: true, html: '<p style="height: 20000px">', format: 'webp', force_dpr: true }, 'force_dpr'],
    [{ thumb_width: 16_384 }, 'thumb_width'],
    [{ thumb_width: 16_384, thumb_height: 16_384 }, 'thumb_width', 'thumb_height'],
    [{ img_pad: 9999 }, 'img_pad'],
    [{ thumbnails: [{ width: 16_384, height: 16_384 }] }, 'thumbnails'],
  ],
  'a colour that is none': [
    [{ bg_color: 'nope' }, 'bg_color'],
    [{ bg_color: 'red; } body { display: none' }, 'bg_color'],
    [{ bg_color: 'url(http://127.0.0.1/)' }, 'bg_color'],
    [{ img_bg: '#12' }, 'img_bg'],
    [{ auto_crop: true, auto_crop_bg: 'nope' }, 'auto_crop_bg'],
    [{ highlight: 'x', highlightfg: 'nope' }, 'highlightfg'],
    [{ highlight: 'x', highlightbg: 'nope' }, 'highlightbg'],
    [{ watermark: 'x', watermark_bgcolor: 'nope' }, 'watermark_bgcolor'],
    [{ thumbnails: [{ width: 5, bg: 'nope' }] }, 'thumbnails'],
  ],
  'a name of nothing there is': [
    [{ format: 'bmp' }, 'format'],
    [{ thumb_width: 5, img_fit: 'crop' }, 'img_fit'],
    [{ thumb_width: 5, img_position: 'nowhere' }, 'img_position'],
    [{ watermark: true, blend_mode: 'nope' }, 'blend_mode'],
    [{ watermark: true, watermark_position: 'nowhere' }, 'watermark_position'],
    [{ wrap: 'toaster' }, 'wrap'],
    [{ color_profile: 'cmyk' }, 'color_profile'],
    [{ media: 'tv' }, 'media'],
    [{ full_page: true, full_page_mode: 'sideways' }, 'full_page_mode'],
    [{ thumbnails: [{ preset: 'xxl' }] }, 'thumbnails'],
    [{ thumbnails: [{ width: 5, fit: 'crop' }] }, 'thumbnails'],
  ],
  'a number out of its range': [
    [{ quality: 0 }, 'quality'],
    [{ quality: 101 }, 'quality'],
    [{ dpr: 100 }, 'dpr'],
    [{ auto_crop: true, auto_crop_threshold: 256 }, 'auto_crop_threshold'],
    [{ watermark: true, watermark_opacity: 2 }, 'watermark_opacity'],
  ],
  'a watermark at a private address, or at none': [
    [{ watermark: 'http://127.0.0.1/mark.png' }, 'watermark'],
    [{ watermark: 'https://169.254.169.254/mark.png' }, 'watermark'],
    [{ watermark_url: 'http://10.0.0.1/mark.png' }, 'watermark_url'],
    [{ watermark_url: 'http://localhost/mark.png' }, 'watermark_url'],
    [{ watermark_url: 'file:///etc/passwd' }, 'watermark_url'],
  ],
  'slices that do not advance, or of no full page': [
    [{ full_page_slices: true }, 'full_page_slices'],
    [
      {
        full_page: true,
        full_page_slices: true,
        full_page_slice_height: 200,
        full_page_slice_overlap_height: 150,
      },
      'full_page_slice_overlap_height',
    ],
  ],
}

/** What is shown all the same: the size of the picture, and the option that the caller is told of. */
const shown: [what: string, options: object, width: number, height: number, named: string][] = [
  ['an element that is hidden', { selector: '#hidden' }, 400, 300, 'selector'],
  ['an element of no size', { selector: '#flat' }, 400, 300, 'selector'],
  ['an element outside of the page', { selector: '#outside' }, 400, 300, 'selector'],
  ['an element that is not there', { selector: '#absent' }, 400, 300, 'selector'],
  ['the width of what is hidden', { width_from: '#hidden' }, 400, 300, 'width_from'],
  ['the height of nothing', { height_from: '#absent' }, 400, 300, 'height_from'],
  ['a place that is not there', { scroll_to: '#absent' }, 400, 300, 'scroll_to'],
  ['a box that reaches beyond the page', { clip: '0,800,100,900' }, 100, 100, 'clip'],
  ['a word that is not there', { highlight: '(' }, 400, 300, 'highlight'],
  ['a quality that the format has none of', { quality: 5 }, 400, 300, 'quality'],
]

describe('bad input for pictures', () => {
  const world = useWorld()

  describe.each(Object.entries(refused))('%s is refused', (_, cases) => {
    test.each(cases)('%j', async (options, ...named) => {
      const { status, body } = await world.stack.client.sync({ ...page, ...options })
      expect([status, body.error?.code]).toEqual([400, 'InvalidOptions'])
      expect(body.error.details.map(({ option }: { option: string }) => option)).toEqual(named)
      for (const name of named) expect(body.error.message).toContain(name)
    })
  })

  test('thumbnails with one file name are refused', async () => {
    for (const thumbnails of [
      [
        { width: 5, suffix: '-a' },
        { width: 6, suffix: '-a' },
      ],
      [
        { width: 5, key: 'a' },
        { width: 6, key: 'a' },
      ],
    ]) {
      const { status, body } = await world.stack.client.sync({ ...page, thumbnails })
      expect([status, body.error?.code]).toEqual([400, 'DuplicateThumbnailSuffixError'])
    }
  })

  test.each(['/green', '/status-404', '/empty', '/reset', '/redirect-loop', '/never-answers'])(
    'a watermark that is no picture is refused: %s',
    async (path) => {
      const watermark_url = world.origin.url + path
      const { status, body } = await world.stack.client.sync({ ...page, watermark_url })
      expect([status, body.error?.code, body.error?.details?.[0].option]).toEqual([
        400,
        'InvalidOptions',
        'watermark_url',
      ])
      expect(body.error.message).not.toContain(world.origin.url)
    },
  )

  test.each(shown)('%s is no obstacle, and told', async (_, options, width, height, named) => {
    const { status, body } = await world.stack.client.sync({ ...page, ...options })
    expect([status, body.width, body.height]).toEqual([200, width, height])
    expect(body.warnings).toEqual([expect.stringContaining(`"${named}"`)])
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    expect([picture.width, picture.height, picture.at(50, 50)]).toEqual([width, height, '#00ff00'])
  })

  test('what is too large is made smaller, and told', async () => {
    const large = { width: 5000, height: 4000, dpr: 2 }
    const { status, body } = await world.stack.client.sync({ ...page, ...large })
    expect(status).toBe(200)
    expect(body.width * body.height).toBeLessThanOrEqual(40_000_000)
    expect(body.width / body.height).toBeCloseTo(5 / 4, 2)
    expect(body.warnings).toEqual([expect.stringMatching(/pixels for each CSS pixel instead of 2/)])
  })
})
