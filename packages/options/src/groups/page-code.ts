import { flag, oneOf, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** What runs in the page, and how often it is loaded. */
export const pageCode = ({ codeBytes: maxBytes }: Limits) => ({
  js: text('Script to run in the page once it is loaded; may use await.', { maxBytes }),
  css: text('Style sheet to add to the page.', { maxBytes }),
  use_tailwind: flag('Add Tailwind to the page and wait for its styles.'),
  disable_js: flag('Run none of the scripts of the page.'),
  flash: flag('Run Flash content.', { accepted: 'no browser runs Flash any more' }),
  refresh: flag('The same as reload.'),
  reload: flag('Load the page a second time before anything is done to it.'),
  revisit: flag('Open the address a second time before anything is done to the page.'),
  refresh_after_scroll: flag('The same as reload_after_scroll.'),
  reload_after_scroll: flag('Load the page a second time after the first scroll.'),
  revisit_after_scroll: flag('Open the address a second time after the first scroll.'),
  frame_selection_mode: oneOf('Which frames are read and acted in.', ['visible', 'all'], {
    default: 'visible',
  }),
  custom_data_variable: text('Variable of the page whose value is returned as JSON.', {
    maxBytes: 256,
    pattern: String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*`,
    expects: 'the name of a variable, or a dotted path to one',
    examples: ['app.state'],
  }),
})
