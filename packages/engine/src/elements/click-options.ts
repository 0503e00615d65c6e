/** The options that click elements, in the order in which they click. */
export const CLICKS = ['click', 'click_x', 'click_all', 'click_all_x'] as const
