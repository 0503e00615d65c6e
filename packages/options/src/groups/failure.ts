import { flag, int, list } from '../kinds/index.ts'

const statuses = {
  isSplit: true,
  isLowerCase: true,
  maxItems: 100,
  maxBytes: 3,
  items: 'status codes (404, 5xx)',
  pattern: String.raw`[1-5](?:xx|\d\d)`,
  examples: ['404', '5xx'],
}

/** What counts as a failure, and what is done about it. */
export const failure = {
  fail_on_3xx: flag('Fail when the target redirects.'),
  fail_on_4xx: flag('Fail when the target answers with a status from 400 to 499.'),
  fail_on_5xx: flag('Fail when the target answers with a status from 500 to 599.'),
  fail_on: list('Statuses of the target that fail the render.', statuses),
  fail_on_except: list('Statuses of the target that neither fail the render nor are tried again.', statuses),
  fail_if_selector_missing: flag('Fail when an element that was asked for is not there in time.'),
  fail_if_selector_present: flag('Fail when the element of wait_to_leave is still there in the end.'),
  fail_if_captcha: flag('Fail when the page is a challenge to prove that one is human.'),
  fail_if_cf_turnstile: flag('Fail when the page is a challenge of Cloudflare.'),
  fail_on_metadata_error: flag('Fail when the metadata cannot be read.'),
  fail_on_retry_conditions: flag('Fail when the last attempt still meets a condition of retry_on.', {
    owner: 'services/render-worker/src/retry-as-asked.ts',
    needs: ['retry_on', 'retry_with'],
  }),
  continue_on_nav_error: flag('Capture what is shown when the address cannot be loaded.'),
  retry_on_nav_error: flag('Load the address once more when it cannot be loaded.'),
  ignore_load_errors: flag('Capture a page that arrived but never finished loading.'),
  retry_on: list('Conditions under which the render is tried again.', {
    isSplit: true,
    isLowerCase: true,
    maxItems: 50,
    maxBytes: 16,
    items: 'conditions (4xx, 5xx, a status code, timeout, crash, small_size, all)',
    pattern: String.raw`[1-5](?:xx|\d\d)|timeout|crash|small_size|all`,
    examples: ['5xx', '429', 'timeout'],
  }),
  max_retries: int('How often the render is tried again.', {
    owner: 'services/render-worker/src/retries.ts',
    minimum: 0,
    maximum: 5,
    default: 3,
    needs: ['retry_on', 'retry_with'],
  }),
  max_attempts: int('How often the render is tried in all; max_retries and one.', {
    minimum: 1,
    maximum: 6,
    needs: ['retry_on', 'retry_with'],
  }),
  retry_delay_ms: int('Pause before the first new attempt; it doubles each time.', {
    owner: 'services/render-worker/src/retry-as-asked.ts',
    unit: 'ms',
    minimum: 100,
    maximum: 60_000,
    default: 1000,
    needs: ['retry_on', 'retry_with'],
  }),
  min_size_bytes: int('Size below which a file meets the condition small_size.', {
    unit: 'bytes',
    minimum: 0,
    maximum: 209_715_200,
    default: 1000,
    needs: ['retry_on'],
  }),
  finalRetry: flag('Mark of the last attempt.', { accepted: 'which attempt is the last is counted here' }),
}
