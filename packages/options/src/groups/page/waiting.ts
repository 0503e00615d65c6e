import { flag, int, oneOf, strictFlag, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Options for waiting until the page is ready. */
export const waiting = ({ selectorBytes: maxBytes }: Limits) => ({
  wait_until: oneOf(
    'Event to wait for: DOMContentLoaded (domloaded), load (loaded), or at most two (mostrequestsfinished) or no (requestsfinished) open connections for 500 ms.',
    ['domloaded', 'mostrequestsfinished', 'requestsfinished', 'loaded'],
    {
      default: 'loaded',
      aliases: {
        domcontentloaded: 'domloaded',
        networkidle2: 'mostrequestsfinished',
        networkidle0: 'requestsfinished',
        load: 'loaded',
      },
    },
  ),
  timeout: int(
    'Time limit for loading the page. The loaded page may then be busy for as long again, without waits and delays.',
    {
      unit: 'ms',
      minimum: 5000,
      maximum: 100_000,
      default: 30_000,
    },
  ),
  delay: int('Fixed delay before the capture.', { unit: 'ms', minimum: 0, maximum: 60_000, default: 0 }),
  minidelay: int('Delay after each step that changes the page.', {
    unit: 'ms',
    minimum: 0,
    maximum: 10_000,
    default: 100,
  }),
  skip_final_delay: flag('Capture immediately, without waiting for the page to settle.'),
  wait_for: text(
    'CSS selector to wait for. When it does not appear in time, the page is captured with a warning.',
    {
      maxBytes,
      isPrivate: true,
    },
  ),
  wait_for_x: text('XPath to wait for.', { maxBytes, isPrivate: true }),
  wait_for_state: oneOf('Whether the element must be visible or only attached.', ['attached', 'visible'], {
    default: 'attached',
    needs: ['wait_for', 'wait_for_x'],
  }),
  wait_to_leave: text('CSS selector whose matches must disappear.', { maxBytes, isPrivate: true }),
  wait_to_leave_x: text('XPath whose matches must disappear.', { maxBytes, isPrivate: true }),
  wait_to_leave_state: oneOf('Whether the element must be detached or only hidden.', ['detached', 'hidden'], {
    default: 'detached',
    needs: ['wait_to_leave', 'wait_to_leave_x'],
  }),
  wait_to_leave_pierce: strictFlag('Search open shadow roots for wait_to_leave, too.', {
    needs: ['wait_to_leave'],
  }),
  wait_timeout: int('Time limit of each wait for an element.', {
    unit: 'ms',
    minimum: 0,
    maximum: 100_000,
    default: 30_000,
    needs: ['wait_for', 'wait_for_x', 'wait_to_leave', 'wait_to_leave_x', 'fail_if_selector_missing'],
  }),
  turbo: flag('Prefer speed: wait_until domloaded, full_page_mode native, no first scroll, no delays.'),
  lightweight: flag('Load less: no media, and for html and md no images, fonts and style sheets either.'),
})
