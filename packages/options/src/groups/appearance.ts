import { colour, flag, oneOf, text } from '../kinds/index.ts'

/** How the page looks. */
export const appearance = {
  dark_mode: flag('Tell the page that a dark colour scheme is preferred.'),
  reduced_motion: flag('Tell the page that less motion is preferred.'),
  disable_animations: flag('Bring transitions and animations to their end at once.'),
  media: oneOf('CSS media type of the page; print for pdf and screen otherwise when absent.', [
    'print',
    'screen',
  ]),
  disable_ligatures: flag('Use no ligatures, so that text taken from a file is clean.'),
  highlight: text('Words to mark on the page, separated by |.', { maxBytes: 8192 }),
  highlightfg: colour('Text colour of marked words.', { default: 'white', needs: ['highlight'] }),
  highlightbg: colour('Background of marked words.', { default: 'red', needs: ['highlight'] }),
}
