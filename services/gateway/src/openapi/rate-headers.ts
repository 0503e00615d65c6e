import type { Schema } from './schema.ts'

const header = (description: string, type = 'integer') => ({ description, schema: { type } })

/** What is told of a key whose rate is limited. */
export const rateHeaders: Schema = {
  'x-ratelimit-limit': header('Renders that the key may make a minute, where that is limited.'),
  'x-ratelimit-remaining': header('How many of them are left.'),
  'x-ratelimit-reset': header('When all of them will be there again, in seconds since 1970.'),
  'x-ratelimit-resetdate': header('The same as a date of HTTP.', 'string'),
}
