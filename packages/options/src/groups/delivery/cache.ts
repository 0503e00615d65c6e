import { flag, int, text } from '../../kinds/index.ts'

const MONTH_SECONDS = 2_592_000
const owner = 'services/gateway/src/links/cache-policy.ts'

/** Options for caching the result of a render link. */
export const cache = {
  ttl: int('How long the result of a link is cached.', {
    unit: 's',
    minimum: 0,
    maximum: MONTH_SECONDS,
    default: MONTH_SECONDS,
    codes: { type: 'InvalidTtl', minimum: 'InvalidTtl', maximum: 'InvalidTtl' },
    isOutsideCacheKey: true,
    owner,
  }),
  force: flag('Render again even if the result of the link is cached.', { isOutsideCacheKey: true, owner }),
  unique: text('Any value; a different value makes a different cache entry.', {
    owner: 'packages/options/src/rules/cache-conflicts.ts',
  }),
  cache_ignore: text('Options, separated by commas, that are ignored in the cache key.', {
    isOutsideCacheKey: true,
    owner: 'packages/options/src/resolve/cache-form.ts',
  }),
  download: text('Name under which browsers save the file; for links and response_type binary.', {
    maxBytes: 255,
    isOutsideCacheKey: true,
    owner: 'services/gateway/src/answer/download-header.ts',
  }),
}
