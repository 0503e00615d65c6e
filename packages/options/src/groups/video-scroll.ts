import { VIDEO } from '../formats.ts'
import { flag, int, number, oneOf, onlyFor, shapes, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

const EASES = [
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

const aliases = {
  linear: 'linear.none',
  'linear.in': 'linear.none',
  'linear.out': 'linear.none',
  'linear.inout': 'linear.none',
} as const

/** How the page moves in a video. */
export const videoScroll = ({ videoMs, selectorBytes }: Limits) => {
  const time = { unit: 'ms', minimum: 0, maximum: videoMs }
  const pixels = { unit: 'CSS px', minimum: -1_000_000, maximum: 1_000_000 }
  return onlyFor(VIDEO, {
    video_scroll: flag('Scroll the page while recording.'),
    video_warmup: flag(
      'Scroll once through the page before recording; on for a video that scrolls when absent.',
      {
        default: undefined,
      },
    ),
    video_prescroll_duration: int('Pause before the first movement.', { ...time, default: 1000 }),
    video_scroll_duration: int('Time of one movement; by its distance when absent.', time),
    video_rest_duration: int('Pause after each movement.', { ...time, default: 1000 }),
    video_scroll_back: flag('Scroll back to the start in the end.'),
    video_scroll_back_duration: int('Time of the way back; as video_scroll_duration when absent.', {
      ...time,
      needs: ['video_scroll_back'],
    }),
    video_postscroll_duration: int('Pause at the very end.', { ...time, default: 500 }),
    video_scroll_distance: int('How far one movement goes; to the end of the page when absent.', {
      ...pixels,
      minimum: 0,
    }),
    video_scroll_offset: int('How much earlier each movement stops.', { ...pixels, default: 0 }),
    video_ease: oneOf('Curve of each movement.', EASES, { aliases, default: 'quadratic.inout' }),
    video_ease_end: oneOf(
      'Curve of the last movement and of the way back; as video_ease when absent.',
      EASES,
      {
        aliases,
      },
    ),
    video_sections: int('Number of movements that the way down is made of.', {
      minimum: 1,
      maximum: 20,
      default: 1,
    }),
    video_scroll_require_sections: flag('Stand still on a page that is shorter than its movements.'),
    video_use_iscroll: flag('Move what scrolls inside the page when the page itself does not.'),
    video_scroll_to: shapes(
      'Places to go to, one after the other.',
      {
        selector: text('CSS selector of the element to go to.', nonEmpty(selectorBytes, '#pricing')),
        text: text('Go to the first element that shows this text.', nonEmpty(2048, 'Pricing')),
        wait: number('Pause before the movement.', time),
        duration: number('Time of the movement.', time),
        ease: oneOf('Curve of the movement.', EASES, { aliases }),
        offset: number('How far above the element to stop.', pixels),
      },
      { isExact: true, minItems: 1, maxItems: 50 },
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
