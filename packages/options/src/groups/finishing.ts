import { RASTER } from '../formats.ts'
import { colour, flag, flagOrText, int, number, numericText, oneOf, onlyFor, text } from '../kinds/index.ts'
import { FITS, PLACES, POSITIONS } from './fit.ts'

const BLENDS = [
  'over',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'colour-dodge',
  'colour-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'add',
] as const

const SIDE = { unit: 'image px', minimum: 1, maximum: 16_384 }

const MARK = ['watermark', 'watermark_url']
const MARK_SIDE = { unit: 'CSS px', minimum: 1, maximum: 16_384, needs: MARK }

/** What happens to a picture after it is taken. */
export const finishing = onlyFor(RASTER, {
  thumb_width: int(
    'Width the picture is made, also a larger one; the height follows unless thumb_height is given.',
    SIDE,
  ),
  thumb_height: int(
    'Height the picture is made, also a larger one; the width follows unless thumb_width is given.',
    SIDE,
  ),
  img_fit: oneOf(
    'How the picture fills thumb_width and thumb_height when its ratio is another: cover cuts, contain adds img_bg, fill stretches, inside is as large as fits in, outside as small as covers.',
    FITS,
    { default: 'cover', needs: ['thumb_width', 'thumb_height'] },
  ),
  img_position: oneOf(
    'Part of the picture that cover keeps, or its place in contain; entropy and attention find the part with the most to see, for cover alone.',
    POSITIONS,
    {
      default: 'center',
      needs: ['thumb_width', 'thumb_height'],
    },
  ),
  img_bg: colour('Colour of what is added around the picture; where it is transparent, jpg shows white.', {
    default: '#000000',
  }),
  img_pad: numericText(
    'Border around the picture: one width, or those of the sides as in CSS (top,right,bottom,left).',
    {
      unit: 'image px',
      maxBytes: 64,
      pattern: String.raw`\d{1,4}(?:,\d{1,4}){0,3}`,
      expects: 'one to four whole numbers of at most four digits, such as 20 or 10,20,10,20',
      examples: ['20', '10,20,10,20'],
    },
  ),
  watermark: flagOrText(
    "Put the service's mark, the picture at an address (http:, https:, data:), or a text over the picture: a text all over it and hardly opaque, anything else at its right bottom.",
    { maxBytes: 8192 },
  ),
  watermark_url: text(
    'Address of the picture to put over this one, unless watermark has an address or a text.',
    {
      maxBytes: 8192,
    },
  ),
  watermark_width: int(
    'Width of the watermark; the height follows unless watermark_height is given.',
    MARK_SIDE,
  ),
  watermark_height: int(
    'Height of the watermark; the width follows unless watermark_width is given.',
    MARK_SIDE,
  ),
  watermark_bgcolor: colour('Colour behind the watermark.', { needs: MARK }),
  watermark_opacity: number('How opaque the watermark is: 1, or 0.3 for a text, when absent.', {
    minimum: 0,
    maximum: 1,
    needs: MARK,
  }),
  watermark_blend: oneOf('How the watermark mixes with the picture; an older name of blend_mode.', BLENDS, {
    aliases: { colordodge: 'colour-dodge', colorburn: 'colour-burn', normal: 'over' },
    needs: MARK,
  }),
  watermark_repeat: flag(
    'Repeat the watermark all over the picture; on for a text that has no watermark_position.',
    { default: undefined, needs: MARK },
  ),
  watermark_position: oneOf('Where a watermark that is not repeated stands.', PLACES, { needs: MARK }),
  watermark_angle: number('How far the watermark is turned clockwise; -30 for a text that is repeated.', {
    unit: 'degrees',
    minimum: -360,
    maximum: 360,
    needs: MARK,
  }),
  watermark_style: text(
    'CSS declarations for a watermark of text: color, font-family, font-size, font-style, font-weight, letter-spacing, opacity, text-decoration, text-shadow, text-transform.',
    { needs: ['watermark'] },
  ),
  blend_mode: oneOf('How the watermark mixes with the picture.', BLENDS, {
    default: 'over',
    aliases: { colordodge: 'colour-dodge', colorburn: 'colour-burn', normal: 'over' },
    needs: MARK,
  }),
  show_timestamp: flag('Add a bar above the picture with the time of the capture, in UTC.'),
  show_url: flag('Add a bar above the picture with the address, after redirects.'),
  wrap: oneOf(
    'Frame drawn around the picture. Around it nothing is, or img_bg beside img_pad; where nothing is, jpg shows white.',
    ['browser', 'phone'],
  ),
})
