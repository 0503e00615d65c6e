import { describe, expect, test } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

/** A green page of 400 x 900, with elements that are hard to capture. */
const html = `<!doctype html><style>body { margin: 0; background: #0f0; height: 900px } p { margin: 0 }</style>
  <p id="hidden" style="display: none">x</p>
  <p id="flat" style="height: 0"></p>
  <p id="outside" style="position: absolute; left: -900px">x</p>
  <p id="huge" style="position: absolute; width: 100000px; height: 1px; visibility: hidden"></p>`
const page = { html, width: 400, height: 300 }

type Cases = [options: object, ...named: string[]][]

/** Options that only a page shows to be wrong, and the options that the error names. The rows of the engine have more. */
const refused: Record<string, Cases> = {
  'a selector that is no CSS': [[{ selector: '//p' }, 'selector']],
  'a box outside of the page': [[{ clip: '200000,0,10,10' }, 'clip']],
  'a side of less than one pixel': [
    [{ dpr: 0.1, width: 9 }, 'width', 'height', 'dpr'],
    [{ dpr: 0.1, height: 9 }, 'width', 'height', 'dpr'],
  ],
  'more pixels than the limit': [
    [{ width_from: '#huge' }, 'width_from', 'height'],
    [{ width: 5000, height: 5000, dpr: 2, force_dpr: true }, 'force_dpr'],
    [{ full_page: true, html: '<p style="height: 20000px">', format: 'webp', force_dpr: true }, 'force_dpr'],
    [{ thumb_width: 16_384 }, 'thumb_width'],
    [{ thumb_width: 16_384, thumb_height: 16_384 }, 'thumb_width', 'thumb_height'],
    [{ img_pad: 9999 }, 'img_pad'],
    [{ thumbnails: [{ width: 16_384, height: 16_384 }] }, 'thumbnails'],
  ],
  'a watermark at a private address, or at none': [
    [{ watermark: 'http://10.0.0.1/mark.png' }, 'watermark'],
    [{ watermark: 'https://169.254.169.254/mark.png' }, 'watermark'],
    [{ watermark_url: 'http://[fd00::1]/mark.png' }, 'watermark_url'],
    [{ watermark_url: 'file:///etc/passwd' }, 'watermark_url'],
  ],
}

/** Options that are accepted with a warning: the size of the picture, and the option that the warning names. */
const accepted: [what: string, options: object, width: number, height: number, named: string][] = [
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
  const world = useSharedStack()

  /** Returns the status, the code and the named options of each answer. */
  function refusalsOf(cases: readonly object[]): Promise<unknown[]> {
    return Promise.all(
      cases.map(async (options) => {
        const { status, body } = await world.client.sync({ ...page, ...options })
        const named = body.error.details.map(({ option }: { option: string }) => option)
        for (const name of named) expect(body.error.message).toContain(name)
        expect(body.error.message).not.toContain(world.origin.url)
        return [options, status, body.error.code, ...named]
      }),
    )
  }

  test.each(Object.entries(refused))('refuses %s', async (_, cases) => {
    const expected = cases.map(([options, ...named]) => [options, 400, 'InvalidOptions', ...named])
    expect(await refusalsOf(cases.map(([options]) => options))).toEqual(expected)
  })

  test('refuses a watermark that is not a picture', async () => {
    const paths = ['/empty', '/redirect-loop']
    const marks = paths.map((path) => ({ watermark_url: world.origin.url + path }))
    const expected = marks.map((mark) => [mark, 400, 'InvalidOptions', 'watermark_url'])
    expect(await refusalsOf(marks)).toEqual(expected)
  })

  test.each(accepted)('accepts %s with a warning', async (_, options, width, height, named) => {
    const { status, body } = await world.client.sync({ ...page, ...options })
    expect([status, body.width, body.height]).toEqual([200, width, height])
    expect(body.warnings).toEqual([expect.stringContaining(`"${named}"`)])
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    expect([picture.width, picture.height, picture.at(50, 50)]).toEqual([width, height, '#00ff00'])
  })
})
