import { flag, int, oneOf, strictFlag, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** When the page counts as ready. */
export const waiting = ({ selectorBytes: maxBytes }: Limits) => ({
  wait_until: oneOf(
    'Event of the page to wait for: its markup read (domloaded), its load event (loaded), at most two (mostrequestsfinished) or no (requestsfinished) connections for half a second.',
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
  timeout: int('Time the address may take to load; later waits and pauses come on top.', {
    unit: 'ms',
    minimum: 5000,
    maximum: 100_000,
    default: 30_000,
  }),
  delay: int('Fixed pause before the capture.', { unit: 'ms', minimum: 0, maximum: 60_000, default: 0 }),
  minidelay: int('Pause after each step that changes the page.', {
    unit: 'ms',
    minimum: 0,
    maximum: 10_000,
    default: 100,
  }),
  skip_final_delay: flag('Capture at once, without waiting for the page to settle.'),
  wait_for: text('CSS selector to wait for. What does not come in time is told, and the page captured.', {
    maxBytes,
  }),
  wait_for_x: text('XPath to wait for.', { maxBytes }),
  wait_for_state: oneOf(
    'Whether the element waited for must be visible or only there.',
    ['attached', 'visible'],
    {
      default: 'attached',
      needs: ['wait_for', 'wait_for_x'],
    },
  ),
  wait_to_leave: text('CSS selector to wait for until it no longer matches.', { maxBytes }),
  wait_to_leave_x: text('XPath to wait for until it no longer matches.', { maxBytes }),
  wait_to_leave_state: oneOf(
    'Whether the element must be gone or may be there unseen.',
    ['detached', 'hidden'],
    {
      default: 'detached',
      needs: ['wait_to_leave', 'wait_to_leave_x'],
    },
  ),
  wait_to_leave_pierce: strictFlag('Look into open shadow roots for wait_to_leave.', {
    needs: ['wait_to_leave'],
  }),
  wait_timeout: int('Time each wait for an element may take.', {
    unit: 'ms',
    minimum: 0,
    maximum: 100_000,
    default: 30_000,
  }),
  turbo: flag('Prefer speed: domloaded, native full page, no first scroll, no pauses.'),
  lightweight: flag('Load less: no media, and for text also no pictures, fonts and style sheets.'),
})
