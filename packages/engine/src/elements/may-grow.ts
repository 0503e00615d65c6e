import type { RenderOptions } from '@render/options'

/** The options for which the viewport grows before the capture. */
export const GROWING = ['full_page', 'height_from'] as const

export function mayGrow(options: Pick<RenderOptions, (typeof GROWING)[number]>): boolean {
  return GROWING.some((name) => options[name])
}
