/** The options that click elements, in the order in which they click. */
export const CLICKS = ['click', 'click_x', 'click_all', 'click_all_x'] as const

/** The options after which a dialog may be of the caller's own making, and a reload would undo what they did. */
export const ACTIONS = ['js', ...CLICKS, 'click_at', 'hover', 'hover_x'] as const
