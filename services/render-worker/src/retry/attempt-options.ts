import { resolveRetry, type ResolvedOptions } from '@render/options'

/**
 * Returns the options of an attempt after `retries` retries of the caller's: the render's own, changed by the matching
 * entry of `retry_with`, whose last entry repeats. The last attempt has no `retry_on`, so that its result is used as it
 * is, unless `fail_on_retry_conditions` is set.
 */
export function attemptOptions(options: ResolvedOptions, retries: number): ResolvedOptions {
  const { retry_with = [], max_retries, fail_on_retry_conditions } = options
  const entry = retries > 0 ? retry_with[Math.min(retries, retry_with.length) - 1] : undefined
  const changed = entry ? resolveRetry(options, entry) : options
  if (retries < max_retries || fail_on_retry_conditions) return changed
  const { retry_on: _, ...last } = changed
  return last
}
