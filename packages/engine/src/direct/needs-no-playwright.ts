import { isDeepStrictEqual } from 'node:util'
import { resolveOptions, toRenderOptions, type RenderOptions, type ResolvedName } from '@render/options'
import { BLOCKS } from '../blocking/blocked-types.ts'
import { METADATA_OPTIONS } from '../data/wants-metadata.ts'
import { pictureGrowth } from '../pictures/changes.ts'
import { stages } from '../plan.ts'
import { layoutOptions } from '../printing/layout.ts'
import type { Target } from '../target.ts'

/** Options that stages apply through the protocol alone, with any value. */
const DIRECT_OPTIONS: ReadonlySet<string> = new Set<ResolvedName>([
  'url',
  'html',
  'base_url',
  'quality',
  'transparent',
  'width',
  'height',
  'dpr',
  'force_dpr',
  'full_page',
  'full_width',
  'full_page_mode',
  'viewport_clip',
  'clip',
  'selector',
  'max_height',
  'max_width',
  'max_section_height',
  'max_section_width',
  'max_sections',
  'max_xsections',
  'show_seams',
  'show_sections',
  'wait_until',
  'timeout',
  'referer',
  'user_agent',
  'platform',
  'header',
  'authorization',
  'ignore_load_errors',
  'retry_on_nav_error',
  'continue_on_nav_error',
  'fail_on_3xx',
  'fail_on_4xx',
  'fail_on_5xx',
  'fail_on',
  'fail_on_except',
  'retry_on',
  'fail_if_captcha',
  'fail_if_cf_turnstile',
  'delay',
  'minidelay',
  'skip_final_delay',
  'lazyload',
  'skip_scroll',
  'max_scroll_page_time',
  'scroll_increment',
  'scroll_delay',
  'scroll_height',
  'allow_infinite',
  'scroll_to',
  'scroll_to_x',
  'width_from',
  'height_from',
  'detect_full_height',
  'fix_full_height',
  'freeze_fixed',
  'hide_selector',
  'hide_selector_x',
  'kill_popups',
  'hide_cookie_banners',
  'block_ads',
  ...BLOCKS,
  'block_sockets',
  'block_urls',
  'block_url_keywords',
  'block_injections',
  'block_data_urls',
  'allow_coin',
  'css',
  'js',
  'use_tailwind',
  'disable_ligatures',
  'disable_animations',
  'bg_color',
  'media',
  'dark_mode',
  'reduced_motion',
  ...layoutOptions,
  'pdf_page_range',
  'pdf_auto_crop',
  'pdf_background',
  'pdf_outline',
  'pdf_tagged',
  'pdf_header',
  'pdf_footer',
  'pdf_title',
  'pdf_subject',
  'pdf_author',
  'pdf_keywords',
  'pdf_creator',
  'custom_data_variable',
  ...METADATA_OPTIONS,
  'metadata_engine',
  'fail_on_metadata_error',
  'crop_width',
  'auto_crop',
  'thumbnails',
  'full_page_slices',
  'img_fit',
  ...pictureGrowth,
])

const FORMATS = ['png', 'jpg', 'webp', 'avif', 'html', 'mhtml', 'md', 'pdf', 'svg'] as const

const url = 'https://example.com/'
/** The options of a render that sets none, by its format. */
const defaultsByFormat: Partial<Record<string, Partial<Record<string, unknown>>>> = Object.fromEntries(
  FORMATS.map((format) => [format, toRenderOptions(resolveOptions({ url, format }))]),
)

const onPage = stages.filter(({ phase }) => phase !== 'transform')
/** The options that stages on the page apply through Playwright, unless they have their default. */
const playwrightOptions = [...new Set(onPage.flatMap(({ owns, borrows }) => [...owns, ...borrows]))].filter(
  (name) => name !== 'format' && name !== 'response_type' && !DIRECT_OPTIONS.has(name),
)

/**
 * Returns whether a render can use a page without Playwright: the page is loaded from an address, and all options that need
 * Playwright have their default.
 */
export function needsNoPlaywright(options: RenderOptions, { url }: Pick<Target, 'url'>): boolean {
  const given: Partial<Record<string, unknown>> = options
  const defaults = defaultsByFormat[options.format]
  return (
    url !== undefined &&
    defaults !== undefined &&
    options.response_type !== 'jsondebug' &&
    playwrightOptions.every((name) => isSame(given[name], defaults[name]))
  )
}

function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && isDeepStrictEqual(value, other))
}
