import { VIDEO_FORMATS } from '@render/outputs'
import { flag, int, number, oneOf, onlyFor, shapes, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { DEFAULT_LENGTH } from '../../values/video/video-length.ts'

export const EASES = [
  'linear.none',
  'quadratic.in',
  'quadratic.out',
  'quadratic.inout',
  'cubic.in',
  'cubic.out',
  'cubic.inout',
  'quartic.in',
  'quartic.out',
  'quartic.inout',
  'quintic.in',
  'quintic.out',
  'quintic.inout',
  'sinusoidal.in',
  'sinusoidal.out',
  'sinusoidal.inout',
  'exponential.in',
  'exponential.out',
  'exponential.inout',
  'circular.in',
  'circular.out',
  'circular.inout',
  'elastic.in',
  'elastic.out',
  'elastic.inout',
  'back.in',
  'back.out',
  'back.inout',
  'bounce.in',
  'bounce.out',
  'bounce.inout',
] as const

/** The name of an easing: a curve of tween.js and the ends at which it is slow. */
export type Ease = (typeof EASES)[number]

const aliases = {
  linear: 'linear.none',
  'linear.in': 'linear.none',
  'linear.out': 'linear.none',
  'linear.inout': 'linear.none',
} as const

/** Options for scrolling in a video. */
export const videoScroll = ({ videoMs, selectorBytes }: Limits) => {
  const time = { unit: 'ms', minimum: 0, maximum: videoMs }
  const scrolls = { needs: ['video_scroll'] }
  /** Places to scroll to replace sections. */
  const inSections = { ...scrolls, overriddenBy: ['video_scroll_to'] }
  const pixels = { unit: 'CSS px', minimum: -1_000_000, maximum: 1_000_000 }
  return onlyFor(VIDEO_FORMATS, {
    video_scroll: flag('Scroll the page while recording.'),
    video_warmup: flag(
      'Scroll once through the page before recording. Default: true when the video scrolls.',
      {
        default: undefined,
        overriddenBy: ['skip_scroll'],
      },
    ),
    video_prescroll_duration: int('Delay before the first movement.', {
      ...time,
      ...scrolls,
      default: DEFAULT_LENGTH.video_prescroll_duration,
    }),
    video_scroll_duration: int('Duration of one movement. Default: depends on its distance.', {
      ...time,
      ...scrolls,
    }),
    video_rest_duration: int('Delay after each movement.', {
      ...time,
      ...scrolls,
      default: DEFAULT_LENGTH.video_rest_duration,
    }),
    video_scroll_back: flag('Scroll back to the start at the end.', scrolls),
    video_scroll_back_duration: int('Duration of scrolling back. Default: video_scroll_duration.', {
      ...time,
      needs: ['video_scroll_back'],
    }),
    video_postscroll_duration: int('Delay at the end.', {
      ...time,
      ...scrolls,
      default: DEFAULT_LENGTH.video_postscroll_duration,
    }),
    video_scroll_distance: int('Distance of one movement. Default: to the end of the page.', {
      ...pixels,
      ...inSections,
      minimum: 0,
    }),
    video_scroll_offset: int('Distance by which each movement stops earlier.', {
      ...pixels,
      ...scrolls,
      default: 0,
    }),
    video_ease: oneOf('Easing of each movement.', EASES, { aliases, ...scrolls, default: 'quadratic.inout' }),
    video_ease_end: oneOf('Easing of the last movement and of scrolling back. Default: video_ease.', EASES, {
      aliases,
      ...scrolls,
    }),
    video_sections: int('Number of movements from top to bottom.', {
      ...inSections,
      minimum: 1,
      maximum: 20,
      default: DEFAULT_LENGTH.video_sections,
    }),
    video_scroll_require_sections: flag(
      'Do not scroll a page that is shorter than its movements.',
      inSections,
    ),
    video_use_iscroll: flag('Scroll an inner element when the page itself does not scroll.', scrolls),
    video_scroll_to: shapes(
      'Places to scroll to, one after the other.',
      {
        selector: text('CSS selector of the element to scroll to.', nonEmpty(selectorBytes, '#pricing')),
        text: text('Scroll to the first element with this text.', nonEmpty(2048, 'Pricing')),
        wait: number('Delay before the movement.', time),
        duration: number('Duration of the movement.', time),
        ease: oneOf('Easing of the movement.', EASES, { aliases }),
        offset: number('Distance above the element at which to stop.', pixels),
      },
      { ...scrolls, isExact: true, minItems: 1, maxItems: 50, isPrivate: true },
    ),
  })
}

function nonEmpty(maxBytes: number, example: string) {
  return {
    maxBytes,
    pattern: '[^]+',
    expects: `a string of 1 to ${maxBytes} bytes without NUL`,
    examples: [example],
  }
}
