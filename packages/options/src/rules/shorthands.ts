import type { ShorthandName } from '../table/aliases.ts'
import type { Format } from '@render/outputs'
import { markdownMembers, preprocessingMembers } from '../groups/document/markdown.ts'
import type { GivenOptions, OptionName } from '../table/table.ts'

/** Returns the values that a shorthand sets; `isAsNear` tells options that are set at least as near to the caller. */
type Expand = (values: GivenOptions, isAsNear: (option: OptionName) => boolean) => GivenOptions

/** The values that shorthands set. When several set the same option, the first one wins. */
export const expansions: [ShorthandName, Expand][] = [
  ['retina', () => ({ dpr: 2 })],
  ['hdr10', () => ({ color_profile: 'hdr10' })],
  ['scrgb_linear', () => ({ color_profile: 'scrgblinear' })],
  ['rec2020', () => ({ color_profile: 'rec2020' })],
  ['display_p3', () => ({ color_profile: 'dp3' })],
  ['debug', () => ({ response_type: 'jsondebug' })],
  ['json', () => ({ response_type: 'json' })],
  ['max_attempts', ({ max_attempts = 1 }) => ({ max_retries: max_attempts - 1 })],
  [
    'video_bits_per_second',
    ({ video_bits_per_second: bits = 0 }) => ({ video_bitrate: Math.round(bits / 1000) }),
  ],
  [
    'turbo',
    ({ lazyload }, isAsNear) => ({
      wait_until: 'domloaded',
      ...(!(lazyload && isAsNear('lazyload')) && { skip_scroll: true }),
      skip_final_delay: true,
      full_page_mode: 'native',
      minidelay: 0,
    }),
  ],
  ['lightweight', ({ format = 'png' }) => (TEXT.has(format) ? LIGHT_TEXT : LIGHT_PICTURE)],
  ['markdown_options', ({ markdown_options = {} }) => flatMarkdown(markdown_options)],
]

const TEXT: ReadonlySet<Format> = new Set(['html', 'md'])
const LIGHT_TEXT = { block_images: true, block_medias: true, block_fonts: true, block_styles: true }
const LIGHT_PICTURE = { block_medias: true, block_sockets: true, block_pings: true }

function flatMarkdown({ preprocessing = {}, ...members }: NonNullable<GivenOptions['markdown_options']>) {
  return Object.fromEntries([
    ...Object.entries(members).map(([member, value]) => [markdownMembers.get(member), value]),
    ...Object.entries(preprocessing).map(([member, value]) => [preprocessingMembers.get(member), value]),
  ]) as GivenOptions
}
