import { expect } from '@jest/globals'
import { parseOptions, type GivenOptions } from '@render/options'
import { readPicture, type Picture } from '@render/testkit'
import sharp from 'sharp'
import { drawBar } from '../../../src/pictures/bar.ts'
import { shownAddress } from '../../../src/pictures/shown-address.ts'
import { page, VIEWPORT } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import type { Rows, World } from '../probe.ts'

const BANDS = [RED, GREEN, BLUE]
/** Three bands of 10x10 from left to right. */
const WIDE = {
  html: page(
    'body { display: flex; height: 100vh } i { flex: 1 }',
    BANDS.map((colour) => `<i style="background: ${colour}"></i>`).join(''),
  ),
  width: 30,
  height: 10,
}
/** A green box of 20x10 on white, with its left top corner at 30, 5. */
const BOX = {
  html: page('p { margin: 5px 30px; width: 20px; height: 10px; background: #0f0 }', '<p></p>'),
  width: 100,
  height: 60,
}
const GREEN_PAGE = { html: page('body { background: #0f0 }'), width: 40, height: 20 }

const DOT =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>'

/** Points inside of a page of 300x100, at its edges but not at its lower corners. */
const PAGE_EDGES = [
  [0, 0],
  [299, 0],
  [0, 80],
  [299, 80],
  [150, 99],
] as const

/** Draws the bar with this text. */
async function expectedBar(text: string, width: number, ratio = 1): Promise<Picture> {
  return readPicture((await drawBar([text], width, ratio)).svg)
}

function rows(picture: Picture, top: number, bottom: number): string {
  return Buffer.from(rowsOf(picture, top, bottom).flat()).toString('base64')
}

function rowsOf(picture: Picture, top: number, bottom: number): number[][] {
  return Array.from({ length: (bottom - top) * picture.width }, (_, at) =>
    picture.rgba(at % picture.width, top + Math.floor(at / picture.width)),
  )
}

async function expectRefused({ engine }: World, options: GivenOptions, names: string[]): Promise<void> {
  await expect(engine.make({ ...GREEN_PAGE, ...options })).rejects.toMatchObject({
    code: 'InvalidOptions',
    details: names.map((option) => ({ option })),
  })
}

export const finishing: Rows = {
  crop_width: {
    'cuts a wider picture, and does not change a narrower one': async ({ picture }) => {
      const result = await picture({ ...WIDE, crop_width: 15 })
      expect([result.width, result.height, result.at(0, 5), result.at(14, 5)]).toEqual([15, 10, RED, GREEN])
      expect(await picture({ ...WIDE, crop_width: 31 })).toMatchObject({ width: 30, height: 10 })
    },
    'crops before the picture is resized': async ({ picture }) => {
      const result = await picture({ ...WIDE, crop_width: 10, thumb_width: 50 })
      expect([result.width, result.height, result.at(49, 25)]).toEqual([50, 50, RED])
    },
    'a jpg with all changes is encoded only once': async ({ engine, origin }) => {
      const url = `${origin.url}/noise`
      const sizes = { crop_width: 90, thumb_width: 50, thumb_height: 50 }
      const looks = { auto_crop: true, img_pad: '5', wrap: 'phone', show_url: true } as const
      for (const mark of [{ watermark: true }, { watermark_url: DOT }]) {
        const page = { url, width: 100, height: 90, ...sizes, ...looks, ...mark }
        const jpg = await engine.make({ ...page, format: 'jpg', quality: 20 })
        const lossless = sharp((await engine.make(page)).body).flatten({ background: '#fff' })
        const once = await lossless.jpeg({ quality: 20 }).toBuffer()
        expect([mark, jpg.body.equals(once)]).toEqual([mark, true])
      }
    },
    'an unchanged picture is a jpg too': async ({ picture }) => {
      expect(await picture({ ...WIDE, crop_width: 99, format: 'jpg' })).toMatchObject({ format: 'jpeg' })
    },
  },
  auto_crop: {
    'cuts the margin around the content': async ({ picture }) => {
      const result = await picture({ ...BOX, auto_crop: true })
      expect([result.width, result.height, result.at(0, 0), result.at(19, 9)]).toEqual([20, 10, GREEN, GREEN])
    },
    'a line of one pixel is content': async ({ picture }) => {
      const html = page('p { margin: 5px; width: 20px; height: 10px; border: 1px solid #00f }', '<p></p>')
      const result = await picture({ html, width: 50, height: 50, auto_crop: true })
      expect([result.width, result.height, result.at(0, 0), result.at(21, 11)]).toEqual([22, 12, BLUE, BLUE])
    },
    'a picture of one colour, or of very few pixels, does not change': async ({ picture }) => {
      expect(await picture({ ...GREEN_PAGE, auto_crop: true })).toMatchObject({ width: 40, height: 20 })
      expect(await picture({ ...WIDE, width: 2, auto_crop: true })).toMatchObject({ width: 2, height: 10 })
    },
  },
  auto_crop_threshold: {
    'a higher threshold counts similar colours as margin': async ({ picture }) => {
      const html = page('p { margin: 5px; width: 20px; height: 10px; background: #e0e0e0 }', '<p></p>')
      const [near, far] = await Promise.all(
        [10, 60].map((auto_crop_threshold) =>
          picture({ html, width: 50, height: 50, auto_crop: true, auto_crop_threshold }),
        ),
      )
      expect([near!.width, far!.width]).toEqual([20, 50])
    },
  },
  auto_crop_bg: {
    'sets the colour of the margin': async ({ picture }) => {
      const trimmed = (auto_crop_bg: string) => picture({ ...WIDE, auto_crop: true, auto_crop_bg })
      const result = await trimmed('blue')
      expect([result.width, result.at(0, 5), result.at(19, 5)]).toEqual([20, RED, GREEN])
      expect((await trimmed('white')).width).toBe(30)
    },
  },
  show_url: {
    'a bar shows the address after redirects': async ({ origin, picture }) => {
      const bar = await expectedBar(`${origin.url}/red`, VIEWPORT.width)
      const result = await picture({ url: `${origin.url}/redirect`, show_url: true })
      expect([result.width, result.height]).toEqual([VIEWPORT.width, VIEWPORT.height + bar.height])
      expect(rows(result, 0, bar.height)).toBe(rows(bar, 0, bar.height))
      expect([result.at(0, bar.height), result.at(VIEWPORT.width - 1, result.height - 1)]).toEqual([RED, RED])
    },
    'any characters are shown, and a long address is shortened': async ({ origin, picture }) => {
      const path = `/green?<b>&"'%E6%97%A5%E6%9C%AC/${'مرحبا'.repeat(99)}`
      const result = await picture({ url: origin.url + path, show_url: true })
      expect(result.at(5, result.height - 1)).toBe(GREEN)
      const { href } = new URL(origin.url + path)
      const bar = await expectedBar(shownAddress(href)!, VIEWPORT.width)
      expect(rows(result, 0, bar.height)).toBe(rows(bar, 0, bar.height))
      const background = bar.rgba(0, 0)
      for (let y = 0; y < bar.height - 1; y++) expect(result.rgba(VIEWPORT.width - 5, y)).toEqual(background)
    },
    'the bar scales with the page, but stays large enough to read': async ({ origin, picture }) => {
      const options = { url: `${origin.url}/green`, width: 600, height: 50, show_url: true }
      for (const [dpr, barRatio] of [
        [2, 2],
        [0.5, 1],
      ] as const) {
        const bar = await expectedBar(options.url, 600 * dpr, barRatio)
        const result = await picture({ ...options, dpr })
        expect([result.width, result.height]).toEqual([600 * dpr, 50 * dpr + 33 * barRatio])
        expect(rows(result, 0, bar.height)).toBe(rows(bar, 0, bar.height))
      }
    },
    'a page without an address gets no bar, but a warning': async ({ engine }) => {
      const rendered = await engine.make({ ...GREEN_PAGE, show_url: true })
      expect([rendered.height, rendered.warnings]).toEqual([20, [expect.stringContaining('show_url')]])
    },
  },
  show_timestamp: {
    'a bar shows the time of the capture': async ({ picture }) => {
      const start = Date.now()
      const result = await picture({ ...GREEN_PAGE, width: 300, show_timestamp: true })
      expect([result.at(5, 33), result.at(299, result.height - 1)]).toEqual([GREEN, GREEN])
      const times = Array.from({ length: (Date.now() - start) / 1000 + 2 }, (_, second) =>
        new Date(start + second * 1000).toISOString().replace(/\.\d+Z$/, '+00:00'),
      )
      const bars = await Promise.all(times.map((time) => expectedBar(time, 300)))
      expect(bars.map((bar) => rows(bar, 0, bar.height))).toContain(rows(result, 0, 33))
    },
    'address and time share one bar, with two lines in a narrow picture': async ({ origin, picture }) => {
      const both = {
        url: `${origin.url}/green`,
        show_url: true,
        show_timestamp: true,
        format: 'jpg',
      } as const
      const [wide, narrow] = [
        await picture({ ...both, height: 100 }),
        await picture({ ...both, width: 300, height: 100 }),
      ]
      expect([wide.height, narrow.height]).toEqual([133, 153])
      expect([wide.at(9, 35), narrow.at(9, 55)]).toEqual([GREEN, GREEN])
    },
    'a bar beyond the limits of the format is refused': async (world) => {
      const size = { width: 9, height: 16_380, format: 'webp' } as const
      await expectRefused(world, { ...size, show_timestamp: true }, ['format', 'show_timestamp'])
    },
  },
  wrap: {
    'a browser frame has round corners, dots and a shadow at any "dpr"': async ({ picture }) => {
      for (const dpr of [1, 2]) {
        const result = await picture({ ...GREEN_PAGE, width: 300, height: 100, dpr, wrap: 'browser' })
        const at = (x: number, y: number) => result.rgba(x * dpr, y * dpr)
        expect([result.width, result.height]).toEqual([364 * dpr, 212 * dpr])
        // The page is unchanged with round lower corners; above is a bar with dots, below a shadow that fades out.
        for (const [x, y] of PAGE_EDGES) expect(at(32 + x, 68 + y)).toEqual([0, 255, 0, 255])
        for (const x of [32, 331]) expect(at(x, 167)).not.toEqual([0, 255, 0, 255])
        expect(at(32 + 22, 46)).toEqual([0xc9, 0xcc, 0xd1, 255])
        expect(at(150, 30)).toEqual([0xec, 0xee, 0xf1, 255])
        const [, , , shade] = at(180, 175)
        expect([shade > 20, shade < 90]).toEqual([true, true])
        for (const [x, y] of [
          [0, 0],
          [363, 0],
          [0, 211],
          [363, 211],
        ] as const)
          expect(at(x, y)[3]).toBe(0)
      }
    },
    'the phone hides no part of the page': async ({ picture }) => {
      for (const dpr of [1, 2]) {
        const result = await picture({ ...GREEN_PAGE, width: 300, height: 100, dpr, wrap: 'phone' })
        const at = (x: number, y: number) => result.rgba(x * dpr, y * dpr)
        expect([result.width, result.height]).toEqual([388 * dpr, 280 * dpr])
        for (const [x, y] of [...PAGE_EDGES, [0, 99], [299, 99]] as const)
          expect(at(44 + x, 84 + y)).toEqual([0, 255, 0, 255])
        for (const [x, y] of [
          [38, 130],
          [350, 130],
          [194, 60],
        ] as const)
          expect(at(x, y)).toEqual([0x1b, 0x1c, 0x1f, 255])
        expect(at(194, 40)).toEqual([255, 255, 255, 255])
        expect(at(0, 0)[3]).toBe(0)
      }
    },
    "the frame's bar shows the address when there is one": async ({ origin, picture }) => {
      const inField = (result: Picture) =>
        rowsOf(result, 36, 56).some(([red, , , alpha]) => red! < 0x80 && alpha === 255)
      const page = { width: 400, height: 50, wrap: 'browser' } as const
      expect(inField(await picture({ ...page, url: `${origin.url}/green` }))).toBe(true)
      expect(inField(await picture({ ...GREEN_PAGE, ...page }))).toBe(false)
    },
    'frames work in each format, with padding, and at any size': async ({ picture }) => {
      const jpg = await picture({ ...GREEN_PAGE, wrap: 'browser', format: 'jpg' })
      expect([jpg.at(1, 1), jpg.at(50, 75)]).toEqual(['#ffffff', GREEN])
      const padded = await picture({ ...GREEN_PAGE, wrap: 'browser', img_pad: '5', img_bg: '#f0f' })
      expect([padded.at(2, 2), padded.at(7, 7), padded.at(55, 80)]).toEqual(['#ff00ff', '#ff00ff', GREEN])
      for (const format of ['webp', 'avif'] as const)
        expect((await picture({ ...GREEN_PAGE, wrap: 'phone', format })).rgba(1, 1)[3]).toBe(0)
      // Frames work at any size and pixel ratio.
      for (const [wrap, dpr] of [
        ['browser', 1.3],
        ['phone', 0.3],
      ] as const)
        expect((await picture({ ...GREEN_PAGE, width: 4, height: 4, wrap, dpr })).width).toBeGreaterThan(64)
    },
    'an unknown frame, or one beyond the limits, is refused': async (world) => {
      expect(() => parseOptions({ html: 'x', wrap: 'tablet' })).toThrow(
        /"wrap" must be one of browser, phone/,
      )
      const large = { width: 9, height: 16_370, format: 'webp', wrap: 'browser' } as const
      await expectRefused(world, large, ['format', 'wrap'])
      await expectRefused(world, { width: 8000, height: 5000, wrap: 'phone' }, ['wrap'])
    },
  },
  img_pad: {
    'one number pads all sides': async ({ picture }) => {
      const result = await picture({ ...GREEN_PAGE, img_pad: '5' })
      expect([result.width, result.height, result.hasAlpha]).toEqual([50, 30, false])
      expect([result.at(4, 15), result.at(5, 5), result.at(44, 24), result.at(45, 15)]).toEqual([
        '#000000',
        GREEN,
        GREEN,
        '#000000',
      ])
    },
    'four numbers pad top, right, bottom and left': async ({ picture }) => {
      const result = await picture({ ...GREEN_PAGE, img_pad: '1,2,3,4' })
      expect([result.width, result.height]).toEqual([46, 24])
      expect([result.at(4, 1), result.at(43, 20)]).toEqual([GREEN, GREEN])
      expect([result.at(3, 10), result.at(20, 0), result.at(44, 10), result.at(20, 21)]).toEqual(
        Array.from({ length: 4 }, () => '#000000'),
      )
      expect(await picture({ ...GREEN_PAGE, img_pad: '10,20' })).toMatchObject({ width: 80, height: 40 })
    },
    'the padding is part of the requested size': async ({ picture }) => {
      const result = await picture({ ...GREEN_PAGE, img_pad: '10', thumb_width: 120 })
      expect([result.width, result.height, result.at(10, 10)]).toEqual([120, 80, '#000000'])
    },
    'padding beyond the limits is refused': async (world) => {
      await expectRefused(world, { img_pad: '4000' }, ['img_pad'])
      await expectRefused(world, { img_pad: '0,9999', format: 'webp' }, ['format', 'img_pad'])
      await expectRefused(world, { img_pad: '0,9999', format: 'avif' }, ['format', 'img_pad'])
    },
  },
  img_bg: {
    'colours the padding, also with transparency': async ({ picture }) => {
      const padded = await picture({ ...GREEN_PAGE, img_pad: '5', img_bg: 'rgb(0 0 255 / 50%)' })
      expect([padded.rgba(2, 2), padded.rgba(20, 15)]).toEqual([
        [0, 0, 255, 128],
        [0, 255, 0, 255],
      ])
      const clear = await picture({ ...GREEN_PAGE, img_pad: '5', img_bg: 'transparent', format: 'jpg' })
      expect([clear.at(2, 2), clear.at(20, 15)]).toEqual(['#ffffff', GREEN])
    },
    'colours the rest of a contained picture': async ({ picture }) => {
      const size = { thumb_width: 40, thumb_height: 40, img_fit: 'contain' } as const
      const result = await picture({ ...GREEN_PAGE, ...size, img_bg: '#f0f' })
      expect([result.at(20, 5), result.at(20, 20), result.at(20, 35)]).toEqual(['#ff00ff', GREEN, '#ff00ff'])
    },
  },
  thumb_width: {
    'scales to a width, also to a larger one': async ({ picture }) => {
      const small = await picture({ ...WIDE, thumb_width: 15 })
      expect([small.width, small.height, small.at(7, 2)]).toEqual([15, 5, GREEN])
      // The picture can be enlarged; `img_fit` has no effect on one side alone.
      expect(await picture({ ...WIDE, thumb_width: 90, img_fit: 'fill' })).toMatchObject({ height: 30 })
    },
    'a width beyond the limits is refused': async (world) => {
      await expectRefused(world, { thumb_width: 16_384 }, ['thumb_width'])
      await expectRefused(world, { thumb_width: 16_384, thumb_height: 16_384 }, [
        'thumb_width',
        'thumb_height',
      ])
      const outside = { thumb_width: 1, thumb_height: 9000, img_fit: 'outside' } as const
      await expectRefused(world, outside, ['thumb_width', 'thumb_height'])
      await expectRefused(world, { thumb_width: 16_384, thumb_height: 9, format: 'webp' }, [
        'format',
        'thumb_width',
        'thumb_height',
      ])
    },
  },
  thumb_height: {
    'scales to a height, also to a larger one': async ({ picture }) => {
      const result = await picture({ ...WIDE, thumb_height: 20 })
      expect([result.width, result.height, result.at(30, 10)]).toEqual([60, 20, GREEN])
    },
  },
  img_fit: {
    'fits the picture into both sides': async ({ picture }) => {
      const size = { thumb_width: 20, thumb_height: 20 }
      const stretched = await picture({ ...WIDE, ...size, img_fit: 'fill' })
      expect([stretched.width, stretched.height, stretched.at(1, 1)]).toEqual([20, 20, RED])
      const cut = await picture({ ...WIDE, ...size })
      expect([cut.width, cut.height, cut.at(1, 1)]).toEqual([20, 20, GREEN])
    },
  },
  img_position: {
    'places the cut of a cropped picture': async ({ picture }) => {
      const size = { thumb_width: 10, thumb_height: 10 }
      expect((await picture({ ...WIDE, ...size, img_position: 'right' })).at(5, 5)).toBe(BLUE)
    },
    'places a contained picture': async ({ picture }) => {
      const size = { thumb_width: 30, thumb_height: 30, img_fit: 'contain', img_bg: '#fff' } as const
      const result = await picture({ ...WIDE, ...size, img_position: 'bottom' })
      expect([5, 15, 25].map((y) => result.at(5, y))).toEqual(['#ffffff', '#ffffff', RED])
    },
  },
}
