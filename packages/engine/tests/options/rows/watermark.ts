import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, listenOn, nightly, readPicture, type Picture } from '@render/testkit'
import sharp, { type Sharp } from 'sharp'
import { page } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import type { Rows, World } from '../probe.ts'

const WHITE = '#ffffff'
const MAGENTA = '#ff00ff'
const PAGE = { html: page('body { background: #fff }'), width: 200, height: 160 }
/** The distance of a mark from the edges of the picture. */
const MARGIN = 16

/** Creates a picture of one colour. */
function block(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 4, background } })
}

async function asData(image: Sharp): Promise<string> {
  return `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`
}

const magenta = await asData(block(20, 10, MAGENTA))
/** Options with the mark in the left top corner, where its offsets are the margin. */
const CORNER = { ...PAGE, watermark: magenta, watermark_position: 'left top' } as const

/** Serves each file at `/` and its name. */
function serve(files: Record<string, Buffer | string>) {
  return listenOn('127.0.1.1', (req, res) => {
    const file = files[req.url!.slice(1)]
    if (file === undefined) res.writeHead(404).end()
    else res.end(file)
  })
}

async function expectRefused({ engine }: World, options: GivenOptions, reason: string): Promise<void> {
  const option = options.watermark_url === undefined ? 'watermark' : 'watermark_url'
  await expect(engine.make({ ...PAGE, ...options })).rejects.toMatchObject({
    code: 'InvalidOptions',
    message: expect.stringContaining(reason),
    details: [{ option }],
  })
}

/** Returns the smallest box around all pixels that are not white: left, top, width, height. */
function boxOf(result: Picture): [number, number, number, number] {
  const points = pointsOf(result).filter(([x, y]) => result.rgba(x, y).some((channel) => channel < 255))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1]
}

function pointsOf({ width, height }: Picture): [number, number][] {
  return Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width)])
}

/** Returns the colour that a blue mark gives a green page. */
async function blended({ picture }: World, options: GivenOptions): Promise<string> {
  const watermark = await asData(block(40, 40, BLUE))
  const green = { html: page('body { background: #0f0 }'), width: 40, height: 40 }
  const result = await picture({ ...green, watermark, ...options })
  expect(result.hasAlpha).toBe(false)
  return result.at(20, 20)
}

export const watermark: Rows = {
  watermark: {
    "true draws the service's mark at the right bottom only": async ({ picture }) => {
      for (const dpr of [1, 2]) {
        const result = await picture({ ...PAGE, dpr, watermark: true })
        expect([result.width, result.height, result.hasAlpha]).toEqual([200 * dpr, 160 * dpr, false])
        expect(boxOf(result)).toEqual([136 * dpr, 96 * dpr, 48 * dpr, 48 * dpr])
      }
      const none = await picture({ ...PAGE, watermark: false })
      expect(none.at(150, 120)).toBe(WHITE)
    },
    'a text is drawn faintly in all parts of the picture': async ({ picture }) => {
      const size = { width: 300, height: 300 }
      const texts = ['Draft', '<b onclick="x">&amp;</b> 草案 مسودة 😀', 'long '.repeat(400)]
      for (const watermark of isNightly ? texts : texts.slice(1)) {
        const result = await picture({ ...PAGE, ...size, watermark })
        const parts = new Set<string>()
        let darkest = 255
        for (const [x, y] of pointsOf(result)) {
          const [, green] = result.rgba(x, y)
          if (green < 235) parts.add(`${Math.floor(x / 150)},${Math.floor(y / 150)}`)
          darkest = Math.min(darkest, green)
        }
        expect([...parts].toSorted()).toEqual(['0,0', '0,1', '1,0', '1,1'])
        expect(darkest).toBeGreaterThan(150)
      }
    },
    'an address of a picture is drawn, of pixels or of shapes': async ({ picture }) => {
      const files = {
        jpg: await block(20, 10, MAGENTA).jpeg().toBuffer(),
        ...nightly({
          png: await block(20, 10, MAGENTA).png().toBuffer(),
          webp: await block(20, 10, MAGENTA).webp().toBuffer(),
          avif: await block(20, 10, MAGENTA).avif().toBuffer(),
        }),
        // The mark shows the first frame of an animation.
        gif: await sharp(
          [await block(20, 10, MAGENTA).png().toBuffer(), await block(20, 10, BLUE).png().toBuffer()],
          { join: { animated: true } },
        )
          .gif({ delay: [20, 20] })
          .toBuffer(),
        svg: `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect fill="#f0f" width="20" height="10"/></svg>`,
      }
      await using server = await serve(files)
      for (const name of Object.keys(files)) {
        const result = await picture({ ...CORNER, watermark: `${server.url}/${name}` })
        expect([name, ...boxOf(result)]).toEqual([name, MARGIN, MARGIN, 20, 10])
        expect([name, result.at(26, 21)]).toEqual([name, MAGENTA])
      }
    },
    'an svg loads nothing and runs no scripts': async ({ origin, picture }) => {
      const seenBefore = origin.seen.length
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect fill="#f0f" width="20" height="10"/>
        <image href="${origin.url}/green" x="10" width="10" height="10"/><script>fetch('${origin.url}/red')</script></svg>`
      const result = await picture({ ...CORNER, watermark: `data:image/svg+xml,${encodeURIComponent(svg)}` })
      expect(result.at(20, 21)).toBe(MAGENTA)
      expect(origin.seen.slice(seenBefore)).toEqual([])
    },
    'a mark is at most as large as the picture, and is drawn after the bar and before the border': async ({
      picture,
    }) => {
      const large = await asData(block(900, 900, MAGENTA))
      const result = await picture({ ...PAGE, watermark: large })
      expect(boxOf(result)).toEqual([200 - 160 - MARGIN, 0, 160, 160])
      for (const watermark of [true, 'Draft', large])
        for (const dpr of isNightly ? [1, 2, 0.5] : [0.5])
          expect(await picture({ ...PAGE, watermark, dpr, width: 3, height: 2 })).toBeDefined()
      const framed = await picture({
        ...CORNER,
        img_pad: '7',
        show_timestamp: true,
        watermark_position: 'top',
      })
      expect(framed.at(107, 7 + MARGIN + 2)).toBe(MAGENTA)
    },
    'what is no picture, or too large, or not reachable, is refused': async (world) => {
      await using server = await serve({
        text: 'no picture',
        heavy: Buffer.alloc(5_000_001),
        large: await block(20_000, 3000, MAGENTA).png().toBuffer(),
      })
      const refused = (address: string, reason: string) =>
        expectRefused(world, { watermark: address }, reason)
      await refused(`${server.url}/missing`, '404')
      await refused(`${server.url}/text`, ': it ')
      await refused(`${server.url}/heavy`, '5000000 bytes')
      await refused(`${server.url}/large`, '40000000 pixels')
      await refused(server.url.replace('127.0.1.1', '127.0.0.1'), 'public IP address')
      await refused('http://127.0.1.1:1/a.png', 'cannot be reached')
      await refused('data:image/png;base64,AAAA', 'not an image')
      await refused('data:image/png', 'data cannot be read')
      await refused('https://', 'http:, https: or data:')
    },
    'a picture that never arrives is refused': async (world) => {
      await using server = await listenOn('127.0.1.1', () => {})
      world.engine.silent.add(server.url)
      await expectRefused(world, { watermark: server.url }, 'in time')
    },
  },
  watermark_url: {
    'a picture is drawn, unless "watermark" is another one': async ({ picture, engine }) => {
      const watermark_url = magenta
      for (const watermark of [undefined, true]) {
        const result = await picture({ ...PAGE, watermark, watermark_url })
        expect(boxOf(result)).toEqual([200 - 20 - MARGIN, 160 - 10 - MARGIN, 20, 10])
      }
      const green = await asData(block(20, 10, GREEN))
      const result = await picture({ ...CORNER, watermark: green, watermark_url })
      expect(result.at(26, 21)).toBe(GREEN)
      expect((await engine.make({ ...PAGE, watermark_url, watermark_style: 'color: red' })).warnings).toEqual(
        [expect.stringContaining('"watermark_style"')],
      )
    },
    'what is no address of a picture is refused': async (world) => {
      await expectRefused(world, { watermark_url: 'Draft' }, 'must start with')
      await expectRefused(world, { watermark_url: 'file:///etc/hostname' }, 'must start with')
      await expectRefused(world, { watermark_url: 'data:text/html,<p>x' }, 'cannot be read')
    },
  },
  watermark_width: {
    'scales the mark to a width': async ({ picture }) => {
      expect(boxOf(await picture({ ...CORNER, watermark_width: 60 }))).toEqual([MARGIN, MARGIN, 60, 30])
      const retina = await picture({ ...CORNER, watermark_width: 60, dpr: 2 })
      expect(boxOf(retina)).toEqual([2 * MARGIN, 2 * MARGIN, 120, 60])
    },
    'scales a text with its background': async ({ picture }) => {
      const text = { ...CORNER, watermark: 'Draft', watermark_bgcolor: BLUE, watermark_opacity: 1 } as const
      const [, , width, height] = boxOf(await picture(text))
      const [, , larger, higher] = boxOf(await picture({ ...text, watermark_width: 160 }))
      expect(larger).toBe(160)
      expect(Math.abs(higher - (height * 160) / width)).toBeLessThanOrEqual(2)
    },
  },
  watermark_height: {
    'scales the mark to a height, or to both sides': async ({ picture }) => {
      expect(boxOf(await picture({ ...CORNER, watermark_height: 30 }))).toEqual([MARGIN, MARGIN, 60, 30])
      const both = await picture({ ...CORNER, watermark_width: 50, watermark_height: 50 })
      expect(boxOf(both)).toEqual([MARGIN, MARGIN, 50, 50])
    },
  },
  watermark_bgcolor: {
    'is seen behind a transparent mark': async ({ picture }) => {
      const watermark = await asData(block(20, 10, 'rgb(0 0 255 / 50%)'))
      const result = await picture({ ...CORNER, watermark, watermark_bgcolor: 'red' })
      expect(boxOf(result)).toEqual([MARGIN, MARGIN, 20, 10])
      expect(result.at(26, 21)).toBe('#800080')
    },
  },
  watermark_opacity: {
    'mixes the mark with the page, and a text is opaque at 1': async ({ picture }) => {
      const watermark = await asData(block(20, 10, '#000'))
      const [grey] = (await picture({ ...CORNER, watermark, watermark_opacity: 0.4 })).rgba(26, 21)
      expect(Math.abs(grey - 0.6 * 255)).toBeLessThanOrEqual(2)
      const text = {
        ...PAGE,
        watermark: 'Draft',
        watermark_position: 'center',
        watermark_opacity: 1,
      } as const
      const seen = await picture(text)
      expect(pointsOf(seen).map(([x, y]) => seen.at(x, y))).toContain('#808080')
    },
  },
  watermark_repeat: {
    'repeats the mark with gaps': async ({ picture }) => {
      const result = await picture({ ...CORNER, watermark_repeat: true, width: 520, height: 420 })
      const starts = pointsOf(result).filter(
        ([x, y]) =>
          result.at(x, y) === MAGENTA && result.at(x - 1, y) === WHITE && result.at(x, y - 1) === WHITE,
      )
      expect(starts).toHaveLength(10 * 10)
      // Each tile is the mark with a gap around it.
      expect(starts.slice(0, 3)).toEqual([
        [16, 16],
        [68, 16],
        [120, 16],
      ])
    },
    'a text is repeated unless it is false': async ({ picture }) => {
      const text = { ...PAGE, watermark: 'a', watermark_opacity: 1, width: 300, height: 300 }
      const [, , all] = boxOf(await picture(text))
      const [, , one] = boxOf(await picture({ ...text, watermark_repeat: false }))
      expect(all).toBeGreaterThan(200)
      expect(one).toBeLessThan(50)
    },
  },
  watermark_position: {
    'places the mark': async ({ picture }) => {
      const result = await picture({ ...CORNER, watermark_position: 'southeast' })
      expect(boxOf(result)).toEqual([180 - MARGIN, 150 - MARGIN, 20, 10])
    },
  },
  watermark_angle: {
    'turns the mark clockwise': async ({ picture }) => {
      expect(boxOf(await picture({ ...CORNER, watermark_angle: 90 }))).toEqual([MARGIN, MARGIN, 10, 20])
      // The rotation is clockwise: the left side moves to the top.
      const halves = block(40, 40, RED).composite([
        { input: await block(20, 40, BLUE).png().toBuffer(), left: 20, top: 0 },
      ])
      const turned = { ...CORNER, watermark: await asData(halves) }
      const quarter = await picture({ ...turned, watermark_angle: 90 })
      expect([quarter.at(36, 20), quarter.at(36, 50)]).toEqual([RED, BLUE])
      const eighth = await picture({ ...turned, watermark_angle: 45 })
      const [left, top, width, height] = boxOf(eighth)
      expect([left, top, Math.abs(width - 56.6) < 2, Math.abs(height - 56.6) < 2]).toEqual([
        16,
        16,
        true,
        true,
      ])
      expect([eighth.at(17, 17), eighth.at(44, 22), eighth.at(66, 44)]).toEqual([WHITE, RED, BLUE])
    },
  },
  watermark_style: {
    'styles a text': async ({ engine, picture }) => {
      const text = { ...PAGE, watermark: 'Draft', watermark_position: 'center' } as const
      const styled = { ...text, watermark_style: 'color: #f00; opacity: 1; font-size: 20px' }
      const { body, warnings } = await engine.make(styled)
      expect(warnings).toEqual([])
      const result = await readPicture(body)
      expect(pointsOf(result).map(([x, y]) => result.at(x, y))).toContain(RED)
      const [, , width] = boxOf(result)
      const grows = {
        'letter-spacing: 12px': 1.4,
        ...nightly({
          'font-size: 40px': 1.8,
          'font-weight: 100; font-size: 30px': 1.2,
          'text-transform: uppercase': 1.1,
        }),
      }
      for (const [more, grown] of Object.entries(grows)) {
        const [, , wider] = boxOf(
          await picture({ ...styled, watermark_style: `${styled.watermark_style}; ${more}` }),
        )
        expect([more, wider / width > grown]).toEqual([more, true])
      }
    },
    'warns of properties without effect, and loads nothing': async ({ engine, origin }) => {
      const seenBefore = origin.seen.length
      const style = `position: fixed; color: redd; background: url(${origin.url}/green); font-weight: bold; nonsense; :`
      const { warnings } = await engine.make({ ...PAGE, watermark: 'Draft', watermark_style: style })
      expect(warnings).toEqual([expect.stringMatching(/position, background, nonsense, .*color/)])
      expect(origin.seen.slice(seenBefore)).toEqual([])
    },
  },
  blend_mode: {
    'mixes the mark by a formula, by default it covers the page': async (world) => {
      expect(await blended(world, { blend_mode: 'multiply' })).toBe('#000000')
      expect(await blended(world, {})).toBe(BLUE)
    },
  },
  watermark_blend: {
    'mixes the mark by the formula': async (world) =>
      expect(await blended(world, { watermark_blend: 'multiply' })).toBe('#000000'),
  },
}
