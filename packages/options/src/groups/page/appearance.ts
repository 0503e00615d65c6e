import { SHOWN_FORMATS, STILL_FORMATS } from '@render/outputs'
import { colour, flag, oneOf, readAs, text } from '../../kinds/index.ts'

/** Options for the appearance of the page. */
export const appearance = {
  dark_mode: flag('Emulate a preference for a dark colour scheme.'),
  reduced_motion: flag('Emulate a preference for reduced motion.'),
  disable_animations: flag('Finish CSS transitions and animations immediately.', { formats: STILL_FORMATS }),
  media: oneOf('CSS media type to emulate. Default: print for pdf, screen otherwise.', ['print', 'screen']),
  disable_ligatures: flag('Disable ligatures, so that text copied from a file has plain letters.'),
  highlight: readAs(
    text('Words to highlight on the page, separated by |.', { maxBytes: 8192, formats: SHOWN_FORMATS }),
    readSearchTerms,
  ),
  highlightfg: colour('Text colour of highlighted words.', {
    default: 'white',
    formats: SHOWN_FORMATS,
    needs: ['highlight'],
  }),
  highlightbg: colour('Background colour of highlighted words.', {
    default: 'red',
    formats: SHOWN_FORMATS,
    needs: ['highlight'],
  }),
}

/** Reads words separated by `|`, without blanks around them; blank ones are left out. Returns undefined for an empty text. */
function readSearchTerms(text: string): string[] | undefined {
  if (text === '') return undefined
  return text
    .split('|')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}
