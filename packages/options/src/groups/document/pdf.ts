import { flag, length, number, numericText, oneOf, onlyFor, readAs } from '../../kinds/index.ts'
import { readPageRanges } from '../../values/page-ranges.ts'

const MARGIN = { maximum: 10_000 }
const PAPER = { unit: 'CSS px', minimum: 0, maximum: 20_000, isAbove: true }

/** Options for the pages of a PDF. */
export const pdf = onlyFor(['pdf'], {
  pdf_page_size: oneOf(
    'Paper size by name.',
    ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'legal', 'ledger', 'letter', 'tabloid'],
    { default: 'a4' },
  ),
  pdf_page_width: number('Paper width; overrides pdf_page_size.', PAPER),
  pdf_page_height: number('Paper height; overrides pdf_page_size.', PAPER),
  pdf_page_range: readAs(
    numericText('Pages to include, such as 1-3,5.', {
      maxBytes: 256,
      pattern: String.raw`(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4})(?:,(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4}))*`,
      expects: 'pages and ranges of pages, such as 2 or 1-3,5 or 4-',
      examples: ['2', '1-3,5', '4-'],
    }),
    readPageRanges,
  ),
  pdf_orientation: oneOf('Paper orientation.', ['portrait', 'landscape'], { default: 'portrait' }),
  pdf_margin: oneOf('Margins of all four sides.', ['default', 'none', 'minimum'], { default: 'none' }),
  pdf_margin_top: length('Top margin; overrides pdf_margin.', MARGIN),
  pdf_margin_right: length('Right margin; overrides pdf_margin.', MARGIN),
  pdf_margin_bottom: length('Bottom margin; overrides pdf_margin.', MARGIN),
  pdf_margin_left: length('Left margin; overrides pdf_margin.', MARGIN),
  pdf_scale: number('Scale of the page on the paper.', {
    unit: 'factor',
    minimum: 0.1,
    maximum: 2,
    default: 1,
  }),
  pdf_fit_to_page: flag('Shrink the page to the width of the paper.'),
  pdf_dpi: number('Page pixels per inch of paper.', {
    unit: 'dots/in',
    minimum: 72,
    maximum: 600,
    default: 96,
  }),
  pdf_auto_crop: flag('Remove blank pages and space at the end.'),
  pdf_background: flag('Print background colours and images.', { default: true }),
  pdf_outline: flag('Add an outline (bookmarks) from the headings.'),
  pdf_tagged: flag('Add accessibility tags.', { default: true }),
})
