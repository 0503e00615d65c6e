import { flag, oneOf, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Options for code in the page and for reloading it. */
export const pageCode = ({ codeBytes: maxBytes }: Limits) => ({
  js: text('Script to run in the page after it has loaded; may use await.', { maxBytes, isPrivate: true }),
  css: text('Style sheet to add to the page.', { maxBytes, isPrivate: true }),
  use_tailwind: flag('Add Tailwind CSS to the page and wait for its styles.'),
  disable_js: flag('Disable the scripts of the page.'),
  flash: flag('Run Flash content.', { accepted: 'no browser runs Flash any more' }),
  refresh: flag('Alias of reload.'),
  reload: flag('Reload the page before any other action.'),
  revisit: flag('Open the URL a second time before any other action.'),
  refresh_after_scroll: flag('Alias of reload_after_scroll.'),
  reload_after_scroll: flag('Reload the page after the first scroll.'),
  revisit_after_scroll: flag('Open the URL a second time after the first scroll.'),
  frame_selection_mode: oneOf(
    'The frames in which elements are waited for, clicked, hovered and highlighted, besides the page itself: those with a visible area, or all.',
    ['visible', 'all'],
    { default: 'visible' },
  ),
  custom_data_variable: text(
    'JavaScript variable of the page whose value is returned as JSON, up to 64 kB.',
    {
      maxBytes: 256,
      pattern: String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d{1,9}\])*`,
      expects: 'the name of a variable with members and indexes, such as app.state.items[1]',
      examples: ['app.state.items[1]'],
    },
  ),
})
