import { METADATA_PARTS, type RenderOptions } from '@render/options'

/** The options that need the metadata of the page. */
export const METADATA_OPTIONS = ['metadata', ...METADATA_PARTS] as const

export function wantsMetadata(options: Pick<RenderOptions, (typeof METADATA_OPTIONS)[number]>): boolean {
  return METADATA_OPTIONS.some((option) => options[option])
}
