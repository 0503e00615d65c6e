import type { Part } from '@render/metadata'
import { METADATA_PARTS, type RenderOptions } from '@render/options'

/** The options that need the metadata of the page. */
export const METADATA_OPTIONS = ['metadata', ...METADATA_PARTS] as const

/** The part of the metadata that each option adds. */
const PARTS = {
  save_links: 'links',
  save_headings: 'headers',
  save_tables: 'tables',
  save_structured_data: 'structuredData',
} as const satisfies Record<string, Part>

const PART_OPTIONS = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** Returns the parts that options ask for. */
export function metadataParts(options: Pick<RenderOptions, (typeof PART_OPTIONS)[number]>): Part[] {
  return PART_OPTIONS.filter((option) => options[option]).map((option) => PARTS[option])
}

export function wantsMetadata(options: Pick<RenderOptions, (typeof METADATA_OPTIONS)[number]>): boolean {
  return METADATA_OPTIONS.some((option) => options[option])
}
