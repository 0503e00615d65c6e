import { IMAGE_FORMATS } from '@render/outputs'
import {
  colour,
  flag,
  flagOrText,
  int,
  number,
  numericText,
  oneOf,
  onlyFor,
  readAs,
  text,
} from '../../kinds/index.ts'
import { readColour } from '../../values/colour.ts'
import { readSides } from '../../values/geometry.ts'
import { readDeclarations, readWatermark } from '../../values/watermark.ts'
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

const RESIZED = ['thumb_width', 'thumb_height', 'thumbnails']

const MARK = ['watermark', 'watermark_url']
const MARK_SIDE = { unit: 'CSS px', minimum: 1, maximum: 16_384, needs: MARK }

/** Options for processing the captured image. */
export const finishing = onlyFor(IMAGE_FORMATS, {
  thumb_width: int(
    'Width to resize the image to; it can be enlarged. The aspect ratio is kept unless thumb_height is set.',
    SIDE,
  ),
  thumb_height: int(
    'Height to resize the image to; it can be enlarged. The aspect ratio is kept unless thumb_width is set.',
    SIDE,
  ),
  img_fit: oneOf(
    'How the image is fitted to thumb_width and thumb_height, and thumbnails to their size: cover crops, contain pads with img_bg, fill stretches, inside is the largest that fits, outside the smallest that covers.',
    FITS,
    { default: 'cover', needs: RESIZED },
  ),
  img_position: oneOf(
    'Part of the image that cover keeps, or its position in contain. With cover, entropy and attention choose the most interesting part.',
    POSITIONS,
    { default: 'center', needs: RESIZED },
  ),
  img_bg: readAs(
    colour('Background colour of img_pad and of img_fit contain. jpg shows white where it is transparent.', {
      default: '#000000',
    }),
    readColour,
  ),
  img_pad: readAs(
    numericText(
      'Padding around the image: one width, or one for each side as in CSS (top,right,bottom,left).',
      {
        unit: 'image px',
        maxBytes: 64,
        pattern: String.raw`\d{1,4}(?:,\d{1,4}){0,3}`,
        expects: 'one to four whole numbers of at most four digits, such as 20 or 10,20,10,20',
        examples: ['20', '10,20,10,20'],
      },
    ),
    readSides,
  ),
  watermark: readAs(
    flagOrText(
      "Watermark over the image: true for the service's own, the URL of an image (http:, https:, data:), or a text. A text is repeated all over the image by default, an image is placed at the bottom right.",
      { maxBytes: 8192, isPrivate: true },
    ),
    readWatermark,
  ),
  watermark_url: text('URL of the watermark image; ignored when watermark is a URL or a text.', {
    maxBytes: 8192,
    isPrivate: true,
  }),
  watermark_width: int(
    'Width of the watermark. The aspect ratio is kept unless watermark_height is set.',
    MARK_SIDE,
  ),
  watermark_height: int(
    'Height of the watermark. The aspect ratio is kept unless watermark_width is set.',
    MARK_SIDE,
  ),
  watermark_bgcolor: colour('Background colour of the watermark.', { needs: MARK }),
  watermark_opacity: number('Opacity of the watermark. Default: 0.3 for a text, 1 for an image.', {
    minimum: 0,
    maximum: 1,
    needs: MARK,
  }),
  watermark_blend: oneOf('Blend mode of the watermark; legacy name of blend_mode.', BLENDS, {
    aliases: { colordodge: 'colour-dodge', colorburn: 'colour-burn', normal: 'over' },
    needs: MARK,
  }),
  watermark_repeat: flag(
    'Repeat the watermark all over the image. Default: true for a text without watermark_position.',
    { default: undefined, needs: MARK },
  ),
  watermark_position: oneOf('Position of a watermark that is not repeated.', PLACES, { needs: MARK }),
  watermark_angle: number('Clockwise rotation of the watermark. Default: -30 for a repeated text, else 0.', {
    unit: 'degrees',
    minimum: -360,
    maximum: 360,
    needs: MARK,
  }),
  watermark_style: readAs(
    text(
      'CSS declarations for a text watermark: color, font-family, font-size, font-style, font-weight, letter-spacing, opacity, text-decoration, text-shadow, text-transform.',
      { needs: ['watermark'] },
    ),
    readDeclarations,
  ),
  blend_mode: oneOf('Blend mode of the watermark.', BLENDS, {
    default: 'over',
    aliases: { colordodge: 'colour-dodge', colorburn: 'colour-burn', normal: 'over' },
    needs: MARK,
  }),
  show_timestamp: flag('Add a bar above the image with the time of the capture, in the time zone of tz.'),
  show_url: flag('Add a bar above the image with the URL after redirects.'),
  wrap: oneOf(
    'Device frame drawn around the image. The area outside the frame is transparent (white in jpg), or img_bg when img_pad is set.',
    ['browser', 'phone'],
  ),
})
