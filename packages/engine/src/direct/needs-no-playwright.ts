import { isDeepStrictEqual } from 'node:util'
import { resolveOptions, toRenderOptions, type RenderOptions, type ResolvedName } from '@render/options'
import { BLOCKS } from '../blocking/blocked-types.ts'
import { stages } from '../plan.ts'
import { layoutOptions } from '../printing/layout.ts'
import type { Target } from '../target.ts'

/** Options that stages apply through the protocol alone, or that do not matter to them, with any value. */
const FREE: ReadonlySet<string> = new Set<ResolvedName>([
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
  'delay',
  'skip_final_delay',
  'lazyload',
  'skip_scroll',
  'max_scroll_page_time',
  'scroll_increment',
  'scroll_delay',
  'scroll_height',
  'allow_infinite',
  'freeze_fixed',
  'hide_selector',
  'hide_cookie_banners',
  'block_ads',
  ...BLOCKS,
  'block_sockets',
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
])

const FORMATS = ['png', 'jpg', 'webp', 'avif', 'html', 'mhtml', 'md', 'pdf', 'svg'] as const

const url = 'https://example.com/'
/** The options of a render that sets none, by its format. */
const usual: Partial<Record<string, Partial<Record<string, unknown>>>> = Object.fromEntries(
  FORMATS.map((format) => [format, toRenderOptions(resolveOptions({ url, format }))]),
)

/** The options that stages read and whose values matter. */
const judged = [...new Set(stages.flatMap(({ owns, borrows }) => [...owns, ...borrows]))].filter(
  (name) => name !== 'format' && !FREE.has(name),
)

/**
 * Returns whether a render can use a page without Playwright: the page is loaded from an address, and all options that need
 * Playwright have their default.
 */
export function needsNoPlaywright(options: RenderOptions, { url }: Pick<Target, 'url'>): boolean {
  const given: Partial<Record<string, unknown>> = options
  const defaults = usual[options.format]
  return (
    url !== undefined && defaults !== undefined && judged.every((name) => isSame(given[name], defaults[name]))
  )
}

function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && isDeepStrictEqual(value, other))
}
