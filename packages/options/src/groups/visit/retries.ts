import { flag, patches } from '../../kinds/index.ts'
import type { Option } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Options that a retry can change. */
const CHANGEABLE = [
  'proxy',
  'use_proxy',
  'service_proxy',
  'reduce_proxy',
  'proxy_same_domain',
  'proxy_resources',
  'proxy_hosts',
  'user_agent',
  'pov',
  'point_of_view',
  'pov_country',
  'point_of_view_country',
  'use_stealth',
  'hide_headless',
  'block_ads',
  'block_urls',
  'block_url_keywords',
  'hide_cookie_banners',
  'click_accept',
  'click',
  'click_all',
  'hover',
  'wait_until',
  'wait_for',
  'delay',
  'width',
  'height',
  'retina',
  'viewport_clip',
  'js',
  'css',
  'hide_selector',
  'header',
  'cookie',
  'authorization',
  'accept_lang',
  'media',
  'disable_web_security',
  'timeout',
  'debug',
  'headless',
] as const

type Changeable = (typeof CHANGEABLE)[number]

/** Options of retries. */
export function retries<Rows extends Record<Changeable, Option<unknown>>>(
  { retryEntries }: Limits,
  rows: Rows,
) {
  const changeable = Object.fromEntries(CHANGEABLE.map((name) => [name, rows[name]])) as Pick<
    Rows,
    Changeable
  >
  return {
    retry_with: patches(
      'Option changes for retries: the first entry applies to the first retry, and so on; the last entry repeats.',
      { ...changeable, ignore_https_errors: flag('Opposite of show_certificate_errors.') },
      { maxItems: retryEntries, owner: 'services/render-worker/src/retry/attempt-options.ts' },
    ),
  }
}
