import { FORMATS, IMAGE_FORMATS, SHOWN_FORMATS, STILL_FORMATS, VIDEO_FORMATS } from '@render/outputs'
import { colour, flag, int, readAs, text, withoutOuterBlanks } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { readBox } from '../../values/geometry.ts'
import { readColour } from '../../values/colour.ts'

const SIDE = { minimum: 1, maximum: 1_000_000 }

/** Options for the part of the page that is captured. */
export const area = ({ selectorBytes }: Limits) => ({
  full_page: flag('Capture the whole scrollable page instead of the viewport.', {
    formats: SHOWN_FORMATS,
  }),
  full_width: flag('Include content that overflows to the right.', {
    formats: STILL_FORMATS,
    needs: ['full_page'],
  }),
  selector: readAs(
    text(
      'CSS selector of the element to capture. When nothing matches, it is the viewport or, for documents, all of the page.',
      {
        maxBytes: selectorBytes,
        isPrivate: true,
        formats: FORMATS.filter((format) => format !== 'mhtml' && !VIDEO_FORMATS.includes(format)),
        sideFileOption: 'save_html',
      },
    ),
    // An empty one undoes that of the project's defaults.
    (selector) => selector || undefined,
  ),
  clip: readAs(
    text('Area of the page to capture, as x,y,width,height in CSS pixels.', {
      maxBytes: 64,
      normalise: withoutOuterBlanks,
      pattern: String.raw`(?:\d{1,7}(?:\.\d{1,4})?,){2}0*[1-9]\d{0,6}(?:\.\d{1,4})?,0*[1-9]\d{0,6}(?:\.\d{1,4})?`,
      expects: 'x,y,width,height in CSS pixels, with width and height of at least 1',
      examples: ['0,800,800,600'],
      formats: IMAGE_FORMATS,
    }),
    readBox,
  ),
  viewport_clip: flag('Draw nothing outside the visible viewport.', { formats: IMAGE_FORMATS }),
  max_height: int('Maximum height of a full-page capture.', {
    unit: 'CSS px',
    ...SIDE,
    formats: STILL_FORMATS,
    needs: ['full_page', 'lazyload'],
  }),
  max_width: int('Maximum width of a full-width capture.', {
    unit: 'CSS px',
    ...SIDE,
    formats: STILL_FORMATS,
    needs: ['full_width'],
  }),
  crop_width: int('Crop the image to this width, from the left edge.', {
    unit: 'image px',
    formats: IMAGE_FORMATS,
    ...SIDE,
  }),
  auto_crop: flag('Trim borders of one colour from the image.', { formats: IMAGE_FORMATS }),
  auto_crop_threshold: int('Maximum colour difference of border pixels that are trimmed.', {
    unit: 'colour distance',
    minimum: 0,
    maximum: 255,
    default: 10,
    formats: IMAGE_FORMATS,
    needs: ['auto_crop'],
  }),
  auto_crop_bg: readAs(
    colour('Colour of the border to trim. Default: the colour of the top left pixel.', {
      formats: IMAGE_FORMATS,
      needs: ['auto_crop'],
    }),
    readColour,
  ),
})
