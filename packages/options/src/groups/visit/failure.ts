import { flag, int, list } from '../../kinds/index.ts'

const statuses = {
  isSplit: true,
  isLowerCase: true,
  maxItems: 100,
  maxBytes: 3,
  items: 'status codes (404, 5xx)',
  pattern: String.raw`[1-9](?:xx|\d\d)`,
  examples: ['404', '5xx'],
}

/** Options for the conditions that fail a render or cause a retry. */
export const failure = {
  fail_on_3xx: flag('Fail when the target redirects.'),
  fail_on_4xx: flag('Fail when the target responds with a 4xx status.'),
  fail_on_5xx: flag('Fail when the target responds with a 5xx status.'),
  fail_on: list('Status codes of the target that fail the render.', statuses),
  fail_on_except: list(
    'Status codes of the target that neither fail the render nor cause a retry.',
    statuses,
  ),
  fail_if_selector_missing: flag('Fail when an element to wait for or to capture does not appear in time.'),
  fail_if_selector_present: flag(
    'Fail when the element of wait_to_leave is still present when its wait ends.',
  ),
  fail_if_captcha: flag('Fail when the page is a captcha or another bot challenge.'),
  fail_if_cf_turnstile: flag('Fail when the page is a Cloudflare challenge.'),
  fail_on_metadata_error: flag(
    'Fail when the metadata is invalid or incomplete: JSON-LD that is not valid JSON, more links than the limit, no answer of the page in time.',
    { needs: ['metadata'] },
  ),
  fail_on_retry_conditions: flag('Fail when the last attempt still meets a condition of retry_on.', {
    owner: 'services/render-worker/src/retry/decide-retry.ts',
    needs: ['retry_on', 'retry_with'],
  }),
  continue_on_nav_error: flag(
    'Capture the error page when the URL cannot be loaded. A URL whose host does not resolve to a public IP address is refused with URLDoesNotResolveError before it is loaded.',
  ),
  retry_on_nav_error: flag('Load the URL a second time when it cannot be loaded.'),
  ignore_load_errors: flag('Capture the page even when it does not finish loading in time.'),
  retry_on: list('Conditions that cause a retry.', {
    isSplit: true,
    isLowerCase: true,
    maxItems: 50,
    maxBytes: 16,
    items: 'conditions (4xx, 5xx, a status code, timeout, crash, small_size, all)',
    pattern: String.raw`[1-9](?:xx|\d\d)|timeout|crash|small_size|all`,
    examples: ['5xx', '429', 'timeout'],
  }),
  max_retries: int('Maximum number of retries.', {
    owner: 'services/render-worker/src/retry/decide-retry.ts',
    minimum: 0,
    maximum: 5,
    default: 3,
    needs: ['retry_on', 'retry_with'],
  }),
  max_attempts: int('Maximum number of attempts: max_retries plus one.', {
    minimum: 1,
    maximum: 6,
    needs: ['retry_on', 'retry_with'],
  }),
  retry_delay_ms: int(
    'Delay before the first retry; it doubles with each retry. Each delay is up to a fifth shorter or longer, at random.',
    {
      owner: 'services/render-worker/src/retry/decide-retry.ts',
      unit: 'ms',
      minimum: 100,
      maximum: 60_000,
      default: 1000,
      needs: ['retry_on', 'retry_with'],
    },
  ),
  min_size_bytes: int('File size below which the condition small_size is met.', {
    unit: 'bytes',
    minimum: 0,
    maximum: 209_715_200,
    default: 1000,
    needs: ['retry_on'],
  }),
  finalRetry: flag('Marks the last attempt.', { accepted: 'the service counts attempts itself' }),
}
