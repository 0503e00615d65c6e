import { flag, int, text } from '../kinds/index.ts'

const MONTH_SECONDS = 2_592_000

/** How long and under which name the result of a link is kept. */
export const cache = {
  ttl: int('Time the result of a link is kept.', {
    unit: 's',
    minimum: 0,
    maximum: MONTH_SECONDS,
    default: MONTH_SECONDS,
    codes: { type: 'InvalidTtl', minimum: 'InvalidTtl', maximum: 'InvalidTtl' },
  }),
  force: flag('Render anew even if the result of the link is kept.'),
  unique: text('Any value: another one gives another result.'),
  cache_ignore: text('Names of options, separated by commas, that do not tell results apart.'),
  download: text('Name under which a browser saves what the link gives.', { maxBytes: 255 }),
}
