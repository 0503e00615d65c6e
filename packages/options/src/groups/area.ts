import { flag, text } from '../kinds.ts'

/** Which part of the page is captured. */
export const area = {
  full_page: flag('Capture the whole scrollable page instead of the viewport.', { default: false }),
  selector: text(
    'CSS selector: capture only the box of the first match; the viewport when nothing matches.',
    {
      maxBytes: 2048,
    },
  ),
}
