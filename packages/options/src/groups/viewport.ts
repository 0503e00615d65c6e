import { flag, int, number, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** How large the page is before anything is drawn. */
export const viewport = ({ width, height, dpr, selectorBytes }: Limits) => ({
  width: int('Viewport width.', { unit: 'CSS px', minimum: 1, maximum: width, default: 1280 }),
  height: int('Viewport height.', { unit: 'CSS px', minimum: 1, maximum: height, default: 1024 }),
  width_from: text('CSS selector: the viewport becomes as wide as the first match, once the page is ready.', {
    maxBytes: selectorBytes,
  }),
  height_from: text(
    'CSS selector: the viewport becomes as high as the first match, once the page is ready.',
    {
      maxBytes: selectorBytes,
    },
  ),
  retina: flag('Two device pixels for each CSS pixel; short for dpr 2.'),
  dpr: number('Device pixels for each CSS pixel.', {
    unit: 'ratio',
    minimum: 0.1,
    maximum: dpr,
    default: 1,
  }),
  force_dpr: flag('Fail rather than lower dpr for a picture that would be too large.'),
})
