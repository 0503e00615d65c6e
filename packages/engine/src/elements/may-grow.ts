import type { RenderOptions } from '@render/options'

/** The options for which the viewport, or an element that scrolls what is captured, grows before the capture. */
export const GROWING = ['full_page', 'height_from', 'selector', 'clip'] as const

export function mayGrow(options: Pick<RenderOptions, (typeof GROWING)[number]>): boolean {
  return GROWING.some((name) => options[name])
}
