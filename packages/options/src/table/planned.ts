import type { OptionName } from './table.ts'

/**
 * Options that are not implemented yet, by capability. A caller who uses one gets a warning, or an error when it is in
 * `refused`. Remove an option here when it is implemented.
 */
export const planned: Record<string, readonly OptionName[]> = {}

/**
 * Planned options that are refused: they promise where a file is kept, or that it is not. Remove an option here and above
 * when it is implemented.
 */
export const refused: readonly OptionName[] = []
