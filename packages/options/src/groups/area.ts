import { RASTER } from '../formats.ts'
import { colour, flag, int, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

const SIDE = { minimum: 1, maximum: 1_000_000 }

/** Which part of the page is captured. */
export const area = ({ selectorBytes }: Limits) => ({
  full_page: flag('Capture the whole scrollable page instead of the viewport.'),
  full_width: flag('Capture what overflows to the right too.', { needs: ['full_page'] }),
  selector: text(
    'CSS selector: capture only the box of the first match; the viewport when nothing matches.',
    {
      maxBytes: selectorBytes,
    },
  ),
  clip: text('Box of the page to capture, as x,y,width,height in CSS pixels.', {
    maxBytes: 64,
    normalise: (box) => box.replaceAll(/\s+/g, ''),
    pattern: String.raw`(?:\d{1,7}(?:\.\d{1,4})?,){2}0*[1-9]\d{0,6}(?:\.\d{1,4})?,0*[1-9]\d{0,6}(?:\.\d{1,4})?`,
    expects: 'x,y,width,height in CSS pixels, with width and height of at least 1',
    examples: ['0,800,800,600'],
  }),
  viewport_clip: flag('Draw nothing beyond the visible viewport.'),
  max_height: int('Height at which a capture of the full page ends.', { unit: 'CSS px', ...SIDE }),
  max_width: int('Width at which a capture of the full width ends.', { unit: 'CSS px', ...SIDE }),
  crop_width: int('Cut the finished picture to this width, from its left edge.', {
    unit: 'image px',
    formats: RASTER,
    ...SIDE,
  }),
  auto_crop: flag('Trim borders of one colour from the finished picture.', { formats: RASTER }),
  auto_crop_threshold: int('How far a border may be from its colour and still be trimmed.', {
    unit: 'colour distance',
    minimum: 0,
    maximum: 255,
    default: 10,
    formats: RASTER,
    needs: ['auto_crop'],
  }),
  auto_crop_bg: colour('Colour of the border to trim; that of the top left pixel when absent.', {
    formats: RASTER,
    needs: ['auto_crop'],
  }),
})
