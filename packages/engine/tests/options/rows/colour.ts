import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { page } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import { record } from '../../videos/record.ts'
import type { Rows, World } from '../probe.ts'

const RED_PAGE = page('body { background: #f00 }')
const RED_DOT =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
const HIGH_RANGE_PAGE = page('@media (dynamic-range: high) { body { background: #0f0 } }')

/** The red of sRGB in the other colour spaces. */
const PROFILES = [
  ['dp3', [234, 51, 35]],
  ['rec2020', [208, 74, 34]],
  ['colorspingamma24', [134, 41, 181]],
] as const
/** Options that add nothing but red to a red page. */
const ADDED_RED: GivenOptions[] = [
  { img_pad: '20', img_bg: '#f00' },
  { thumb_width: 60, thumb_height: 60, img_fit: 'contain', img_bg: '#f00' },
  { watermark_url: RED_DOT, watermark_repeat: true },
]
type Colour = (typeof PROFILES)[number][1]

/** Expects pixel values in the colour space, which the picture's profile converts back to the page's red. */
async function expectProfile({ engine }: World, options: GivenOptions, colour: Colour): Promise<Buffer> {
  const { body } = await engine.make({ html: RED_PAGE, width: 200, height: 100, ...options })
  const { icc } = await sharp(body).metadata()
  const [red, green, blue] = await sharp(body, { ignoreIcc: true }).raw().toBuffer()
  for (const [seen, wanted] of [
    [red, colour[0]],
    [green, colour[1]],
    [blue, colour[2]],
  ] as const)
    expect(Math.abs(seen! - wanted)).toBeLessThanOrEqual(4)
  expect((await readPicture(body)).at(100, 50)).toBe(RED)
  return icc!
}

export const colour: Rows = {
  color_profile: {
    'changes no colour of a video': async ({ engine }) => {
      const options = { html: RED_PAGE, video_time: 100 }
      const { file } = await record(engine, options)
      const wide = await record(engine, { ...options, color_profile: 'dp3' })
      expect(wide.file.equals(file)).toBe(true)
    },
    'pixels and profile are those of the colour space in every format': async (world) => {
      for (const [color_profile, red] of PROFILES) {
        const profile = await expectProfile(world, { color_profile }, red)
        const others = isNightly || color_profile === 'dp3' ? (['jpg', 'webp', 'avif'] as const) : []
        for (const format of others)
          expect(profile.equals(await expectProfile(world, { color_profile, format }, red))).toBe(true)
      }
    },
    'colours that are added to a page have the profile of the page': async ({ engine }) => {
      const size = { width: 60, height: 30 }
      const fit = { width: 60, height: 60, fit: 'contain', bg: '#f00' } as const
      for (const [color_profile, colour] of PROFILES) {
        const made = [{}, ...ADDED_RED].map(async (options) =>
          engine.make({ html: RED_PAGE, ...size, color_profile, ...options }),
        )
        const { files } = await engine.make({ html: RED_PAGE, ...size, color_profile, thumbnails: [fit] })
        const bodies = [...(await Promise.all(made)), ...files].map(({ body }) => body)
        for (const [index, body] of bodies.entries()) {
          const { channels } = await sharp(body, { ignoreIcc: true }).stats()
          const distances = channels
            .slice(0, 3)
            .flatMap(({ min, max }, at) => [min, max].map((each) => Math.abs(each - colour[at]!)))
          expect([color_profile, index, Math.max(...distances) <= 4]).toEqual([color_profile, index, true])
        }
      }
    },
    'a border is recognised in the profile of the page': async ({ picture }) => {
      const html = page(
        'body { background: #f00 } p { margin: 5px; width: 20px; height: 10px; background: #0f0 }',
        '<p></p>',
      )
      for (const color_profile of ['dp3', 'rec2020'] as const) {
        const cropped = { auto_crop: true, auto_crop_bg: '#f00', width: 50, height: 50 }
        expect(await picture({ html, color_profile, ...cropped })).toMatchObject({ width: 20, height: 10 })
      }
    },
    'the default is sRGB without a profile': async ({ engine }) => {
      for (const color_profile of ['default', 'srgb'] as const) {
        const { body } = await engine.make({ html: RED_PAGE, color_profile })
        expect((await sharp(body).metadata()).icc).toBeUndefined()
        expect([...(await sharp(body).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 0, 0])
      }
    },
    'the page sees a high dynamic range': async ({ picture }) => {
      for (const color_profile of ['hdr10', 'scrgblinear'] as const)
        expect((await picture({ html: HIGH_RANGE_PAGE, color_profile })).at(600, 500)).toBe(GREEN)
      expect((await picture({ html: HIGH_RANGE_PAGE })).at(600, 500)).not.toBe(GREEN)
    },
  },
  display_p3: {
    'pixels and profile are those of Display P3': async (world) =>
      void (await expectProfile(world, { display_p3: true }, PROFILES[0][1])),
  },
  rec2020: {
    'pixels and profile are those of Rec. 2020': async (world) =>
      void (await expectProfile(world, { rec2020: true }, PROFILES[1][1])),
  },
  hdr10: {
    'the page sees a high dynamic range': async ({ picture }) =>
      expect((await picture({ html: HIGH_RANGE_PAGE, hdr10: true })).at(600, 500)).toBe(GREEN),
  },
  scrgb_linear: {
    'the page sees a high dynamic range': async ({ picture }) =>
      expect((await picture({ html: HIGH_RANGE_PAGE, scrgb_linear: true })).at(600, 500)).toBe(GREEN),
  },
}
