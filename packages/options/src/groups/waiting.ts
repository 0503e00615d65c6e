import { int, oneOf } from '../kinds.ts'

/** When the page counts as ready. */
export const waiting = {
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
  timeout: int('Time the address may take to load.', {
    unit: 'ms',
    minimum: 5000,
    maximum: 100_000,
    default: 30_000,
  }),
  delay: int('Fixed pause before the capture.', { unit: 'ms', minimum: 0, maximum: 60_000, default: 0 }),
}
