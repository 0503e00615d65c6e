import type { RenderOptions } from '@render/options'

/** The options that need the metadata of the page. */
export const METADATA_OPTIONS = [
  'metadata',
  'save_metadata',
  'save_links',
  'save_headings',
  'save_tables',
  'save_structured_data',
] as const

export function wantsMetadata(options: Pick<RenderOptions, (typeof METADATA_OPTIONS)[number]>): boolean {
  return METADATA_OPTIONS.some((option) => options[option])
}
