import type { RenderOptions } from '@render/options'

/** The options that click elements, in the order in which they click. */
export const CLICKS = ['click', 'click_x', 'click_all', 'click_all_x'] as const

/** The options that change a page by acting on it. */
export const ACTIONS = ['js', ...CLICKS, 'click_at', 'hover', 'hover_x'] as const

/** Returns whether the caller has changed the page: a dialog may be of the caller's own making, and a reload would undo it. */
export function hasActed(options: Pick<RenderOptions, (typeof ACTIONS)[number]>): boolean {
  return ACTIONS.some((name) => options[name]?.length)
}
