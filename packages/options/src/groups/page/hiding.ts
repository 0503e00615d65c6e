import { flag, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Options that hide parts of the page. */
export const hiding = ({ selectorBytes: maxBytes }: Limits) => ({
  hide_cookie_banners: flag('Hide cookie consent banners, and restore scrolling.'),
  click_accept: flag('Click the button that accepts cookies.'),
  accept_cookies: flag('Alias of click_accept.'),
  hide_selector: text('CSS selectors, separated by commas. Matches become invisible but keep their space.', {
    maxBytes,
    isPrivate: true,
  }),
  hide_selector_x: text('XPath. Matches become invisible but keep their space.', {
    maxBytes,
    isPrivate: true,
  }),
  kill_popups: flag('Remove overlays and popups, and restore scrolling.'),
  press_escape: flag(
    'Press the Escape key once the page is loaded, and again before the capture unless js, a click or a hover is set.',
  ),
  accept_dialogs: flag('Accept JavaScript dialogs instead of dismissing them.'),
})
