// All other names of options.
import { markdownMembers, preprocessingMembers } from '../groups/document/markdown.ts'
import type { OptionName } from './table.ts'

/** Spellings of published clients, besides snake_case and camelCase. */
export const otherSpellings = {
  final_retry: 'finalRetry',
  highlight_fg: 'highlightfg',
  highlight_bg: 'highlightbg',
  s3_storage_class: 's3_storageclass',
  urlbox_proxy: 'service_proxy',
} as const satisfies Record<string, OptionName>

/** Undocumented options of legacy clients: they are ignored with a warning. */
export const legacyNames: ReadonlySet<string> = new Set([
  'device',
  'disable_events',
  'disable_mql',
  'disable_resize',
  'gamma24',
  'global_timeout',
  'jsx',
  'optimise',
  'renderer',
  'rgb',
  'skip_fonts',
  'skip_wait',
  'skip_wait_for_images',
  'skip_wait_for_modifications',
  'srgb',
  'store_renders',
])

/**
 * Options that are a second name of another one; resolved options do not contain them. When both are given, `joined` lists
 * are concatenated, `either` flag is enough, else the `first` name wins.
 */
export const aliases = [
  { alias: 'headers', of: 'header', when: 'joined' },
  { alias: 'cookies', of: 'cookie', when: 'joined' },
  { alias: 'referrer', of: 'referer', when: 'first' },
  { alias: 'point_of_view', of: 'pov', when: 'first' },
  { alias: 'point_of_view_country', of: 'pov_country', when: 'first' },
  { alias: 'v', of: 'engine_version', when: 'first' },
  { alias: 'watermark_blend', of: 'blend_mode', when: 'first' },
  { alias: 'refresh', of: 'reload', when: 'either' },
  { alias: 'refresh_after_scroll', of: 'reload_after_scroll', when: 'either' },
  { alias: 'accept_cookies', of: 'click_accept', when: 'either' },
] as const satisfies { alias: OptionName; of: OptionName; when: 'joined' | 'either' | 'first' }[]

/** Options that only set others; resolved options do not contain them. `rules/shorthands.ts` defines the values they set. */
export const shorthands = {
  retina: ['dpr'],
  hdr10: ['color_profile'],
  scrgb_linear: ['color_profile'],
  rec2020: ['color_profile'],
  display_p3: ['color_profile'],
  debug: ['response_type'],
  json: ['response_type'],
  max_attempts: ['max_retries'],
  video_bits_per_second: ['video_bitrate'],
  turbo: ['wait_until', 'skip_scroll', 'skip_final_delay', 'full_page_mode', 'minidelay'],
  lightweight: [
    'block_images',
    'block_medias',
    'block_fonts',
    'block_styles',
    'block_sockets',
    'block_pings',
  ],
  markdown_options: [...markdownMembers.values(), ...preprocessingMembers.values()],
} as const satisfies Partial<Record<OptionName, readonly OptionName[]>>

export type ShorthandName = keyof typeof shorthands
type AliasName = (typeof aliases)[number]['alias']

/** The options that resolved options can contain. */
export type ResolvedName = Exclude<OptionName, AliasName | ShorthandName>

const standFor = new Map<string, readonly OptionName[]>([
  ...aliases.map(({ alias, of }) => [alias, [of]] as const),
  ...Object.entries(shorthands),
])

/** Returns the options that an alias or a shorthand stands for; undefined for any other option. */
export function standsFor(name: OptionName): readonly OptionName[] | undefined {
  return standFor.get(name)
}
