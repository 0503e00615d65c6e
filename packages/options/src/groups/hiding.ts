import { flag, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** What must not be seen in the capture. */
export const hiding = ({ selectorBytes: maxBytes }: Limits) => ({
  hide_cookie_banners: flag('Hide banners that ask for consent, and let the page scroll.'),
  click_accept: flag('Press the button that accepts cookies.'),
  accept_cookies: flag('The same as click_accept.'),
  hide_selector: text('CSS selectors, separated by commas: matches keep their place but are not seen.', {
    maxBytes,
  }),
  hide_selector_x: text('XPath: matches keep their place but are not seen.', { maxBytes }),
  kill_popups: flag('Remove what lies over the page, and let it scroll again.'),
  press_escape: flag('Press the Escape key before the capture.'),
  accept_dialogs: flag('Accept the dialogs of the page instead of dismissing them.'),
})
