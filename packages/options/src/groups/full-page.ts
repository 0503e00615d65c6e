import { RASTER } from '../formats.ts'
import { flag, int, numberOrText, oneOf } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

const SIDE = { unit: 'CSS px', minimum: 1, maximum: 1_000_000 }

/** How a page larger than the viewport is captured. */
export const fullPage = ({ selectorBytes }: Limits) => ({
  full_page_mode: oneOf(
    'One large capture (native), or sections joined together (stitch).',
    ['native', 'stitch'],
    {
      default: 'stitch',
      aliases: { scroll: 'stitch' },
    },
  ),
  full_page_slices: flag('Store the full picture also cut into slices.', { formats: RASTER }),
  full_page_slice_height: int('Height of a slice at most.', {
    unit: 'CSS px',
    minimum: 1,
    maximum: 16_000,
    default: 4000,
    formats: RASTER,
    needs: ['full_page_slices'],
  }),
  full_page_slice_overlap_height: int('How much of a slice the next one repeats.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 16_000,
    default: 0,
    formats: RASTER,
    needs: ['full_page_slices'],
  }),
  skip_scroll: flag('Do not scroll through the page first to wake what loads late.'),
  lazyload: flag('Scroll through the page first even when only a part of it is captured.'),
  scroll_increment: int('Step of the first scroll; the height of the viewport when absent.', SIDE),
  scroll_delay: int(
    'Pause after each step of the first scroll, and before each section; when absent 50 ms where a step changed the page or the page listens for scrolling.',
    { unit: 'ms', minimum: 0, maximum: 10_000 },
  ),
  scroll_height: int('Distance after which the first scroll ends.', SIDE),
  max_scroll_page_time: int('Time after which the first scroll ends.', {
    unit: 'ms',
    minimum: 0,
    maximum: 100_000,
    default: 20_000,
  }),
  allow_infinite: flag('Keep scrolling a page that grows without end, up to the other bounds.'),
  detect_full_height: flag(
    'Keep blocks as high as the viewport at that height where they grow with it: by "height_from", or as what scrolls inside the page is shown whole. The full page alone does not enlarge the viewport.',
  ),
  fix_full_height: flag(
    'Keep every block as high as the viewport, or with a height in its units, at that height from the start, whatever makes it grow later.',
  ),
  freeze_fixed: flag(
    'Show fixed and sticky elements once; on in stitch mode and off in native mode when absent.',
    {
      default: undefined,
    },
  ),
  max_section_height: int('Height of a section at most.', {
    ...SIDE,
    minimum: 100,
    maximum: 16_384,
    default: 4096,
  }),
  max_section_width: int('Width of a section at most.', {
    ...SIDE,
    minimum: 100,
    maximum: 16_384,
    default: 4096,
  }),
  max_sections: int('Sections from top to bottom at most; the picture ends there.', {
    minimum: 1,
    maximum: 1000,
  }),
  max_xsections: int('Sections from left to right at most; the picture ends there.', {
    minimum: 1,
    maximum: 1000,
  }),
  sharp_stitch: flag('Join sections without resampling.', {
    accepted: 'a hint: sections are always joined at whole pixels without resampling',
  }),
  show_seams: flag('Draw a line where sections join, to look for faults.'),
  show_sections: flag('Tint and number each section, to look for faults.'),
  scroll_to: numberOrText('Scroll to this offset from the top, or to the first match of a CSS selector.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 1_000_000,
    maxBytes: selectorBytes,
    text: 'a CSS selector',
  }),
  scroll_to_x: numberOrText('Scroll to this offset from the left, or to the element of an XPath.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 1_000_000,
    maxBytes: selectorBytes,
    text: 'an XPath',
  }),
})
