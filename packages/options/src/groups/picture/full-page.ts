import { IMAGE_FORMATS } from '@render/outputs'
import { flag, int, numberOrText, oneOf } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

const SIDE = { unit: 'CSS px', minimum: 1, maximum: 1_000_000 }
const OF_FIRST_SCROLL = { needs: ['lazyload', 'video_warmup'], overriddenBy: ['skip_scroll'] }

/** Options for capturing pages larger than the viewport. */
export const fullPage = ({ selectorBytes }: Limits) => ({
  full_page_mode: oneOf('Take one large capture (native), or join sections (stitch).', ['native', 'stitch'], {
    default: 'stitch',
    aliases: { scroll: 'stitch' },
    formats: IMAGE_FORMATS,
  }),
  full_page_slices: flag('Also store the full-page image cut into slices.', { formats: IMAGE_FORMATS }),
  full_page_slice_height: int('Maximum height of a slice.', {
    unit: 'CSS px',
    minimum: 1,
    maximum: 16_000,
    default: 4000,
    formats: IMAGE_FORMATS,
    needs: ['full_page_slices'],
  }),
  full_page_slice_overlap_height: int('Height by which consecutive slices overlap.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 16_000,
    default: 0,
    formats: IMAGE_FORMATS,
    needs: ['full_page_slices'],
  }),
  skip_scroll: flag('Skip the first scroll through the page, which triggers lazy loading.'),
  lazyload: flag(
    'Scroll through the page first, to trigger lazy loading, even when only a part of it is captured. Default: true for a full page, a PDF, and a "clip" that ends below the viewport.',
    { default: undefined, overriddenBy: ['skip_scroll'] },
  ),
  scroll_increment: int('Step of the first scroll. Default: the height of the viewport.', {
    ...SIDE,
    ...OF_FIRST_SCROLL,
  }),
  scroll_delay: int(
    'Delay after each step of the first scroll and before each section. Default: 50 ms when a step changed the page or the page listens for scroll events, else none; and in the first scroll also up to 350 ms for timers of the page, such as those of debounced handlers.',
    { unit: 'ms', minimum: 0, maximum: 10_000 },
  ),
  scroll_height: int(
    'Maximum distance of the first scroll. Default: to the end of a "clip" below the viewport, else to the end of the page.',
    { ...SIDE, ...OF_FIRST_SCROLL },
  ),
  max_scroll_page_time: int('Maximum duration of the first scroll.', {
    unit: 'ms',
    minimum: 0,
    maximum: 100_000,
    default: 20_000,
    ...OF_FIRST_SCROLL,
  }),
  allow_infinite: flag(
    'Keep scrolling a page that grows endlessly, until another limit is reached.',
    OF_FIRST_SCROLL,
  ),
  detect_full_height: flag(
    'Keep elements that are as high as the viewport at that height when the viewport is enlarged: by "height_from", or to show an inner scrolling element as a whole. "full_page" alone does not enlarge the viewport.',
  ),
  fix_full_height: flag(
    'Fix the height of every element that is as high as the viewport, or that has a height in viewport units, from the start.',
  ),
  freeze_fixed: flag(
    'Show fixed and sticky elements only once. Default: true in stitch mode, false in native mode and in a PDF, where browsers print fixed elements on each page.',
    {
      default: undefined,
      formats: [...IMAGE_FORMATS, 'pdf'],
    },
  ),
  max_section_height: int(
    'Maximum height of a section; a higher page is then always captured in sections. Default: 4096, where sections are needed.',
    {
      ...SIDE,
      minimum: 100,
      maximum: 16_384,
      formats: IMAGE_FORMATS,
    },
  ),
  max_section_width: int(
    'Maximum width of a section; a wider page is then always captured in sections. Default: 4096, where sections are needed.',
    {
      ...SIDE,
      minimum: 100,
      maximum: 16_384,
      formats: IMAGE_FORMATS,
    },
  ),
  max_sections: int('Maximum number of sections from top to bottom; the image ends there.', {
    minimum: 1,
    maximum: 1000,
    formats: IMAGE_FORMATS,
  }),
  max_xsections: int('Maximum number of sections from left to right; the image ends there.', {
    minimum: 1,
    maximum: 1000,
    formats: IMAGE_FORMATS,
  }),
  sharp_stitch: flag('Join sections without resampling.', {
    accepted: 'sections are always joined at whole pixels without resampling',
  }),
  show_seams: flag('Draw a line where sections join, for debugging.', { formats: IMAGE_FORMATS }),
  show_sections: flag('Tint and number each section, for debugging.', { formats: IMAGE_FORMATS }),
  scroll_to: numberOrText('Scroll to this offset from the top, or to the first match of a CSS selector.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 1_000_000,
    maxBytes: selectorBytes,
    isPrivate: true,
    text: 'a CSS selector',
    overriddenBy: ['full_page', 'video_scroll'],
  }),
  scroll_to_x: numberOrText('Scroll to this offset from the left, or to the element of an XPath.', {
    unit: 'CSS px',
    minimum: 0,
    maximum: 1_000_000,
    maxBytes: selectorBytes,
    isPrivate: true,
    text: 'an XPath',
    overriddenBy: ['full_page', 'video_scroll'],
  }),
})
