import { resolveRetry, type RenderOptions } from '@render/options'

/**
 * The options of an attempt after so many that the caller wanted tried again: each is changed by its entry of
 * `retry_with`, of which the last one repeats. The last attempt is delivered as it is, unless it is to fail then.
 */
export function attemptOptions(options: RenderOptions, retries: number): RenderOptions {
  const { retry_with = [], max_retries, fail_on_retry_conditions } = options
  const entry = retries > 0 ? retry_with[Math.min(retries, retry_with.length) - 1] : undefined
  const changed = entry ? resolveRetry(options, entry) : options
  if (retries < max_retries || fail_on_retry_conditions) return changed
  const { retry_on: _, ...last } = changed
  return last
}
