import { FORMATS, IMAGE_FORMATS, VIDEO_FORMATS } from '@render/outputs'
import { flag, int, number, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Paper and drawings have no pixels; documents of text have what scripts choose by the ratio. */
const SHOWN_IN_PIXELS = {
  formats: FORMATS.filter(
    (format) => format !== 'pdf' && format !== 'svg' && !VIDEO_FORMATS.includes(format),
  ),
}

/** Options for the size of the viewport. */
export const viewport = ({ width, height, dpr, selectorBytes }: Limits) => ({
  width: int('Viewport width.', {
    unit: 'CSS px',
    minimum: 1,
    maximum: width,
    default: Math.min(1280, width),
  }),
  height: int('Viewport height.', {
    unit: 'CSS px',
    minimum: 1,
    maximum: height,
    default: Math.min(1024, height),
  }),
  width_from: text('CSS selector. The viewport gets the width of the first match once the page is ready.', {
    maxBytes: selectorBytes,
    isPrivate: true,
  }),
  height_from: text('CSS selector. The viewport gets the height of the first match once the page is ready.', {
    maxBytes: selectorBytes,
    isPrivate: true,
  }),
  retina: flag('Shorthand for dpr 2.', SHOWN_IN_PIXELS),
  dpr: number('Device pixel ratio: device pixels per CSS pixel.', {
    unit: 'ratio',
    minimum: 0.1,
    maximum: dpr,
    default: Math.min(1, dpr),
    ...SHOWN_IN_PIXELS,
  }),
  force_dpr: flag('Fail instead of lowering dpr when the image would be too large.', {
    formats: IMAGE_FORMATS,
  }),
})
