import { flag, length, number, numericText, oneOf, onlyFor } from '../kinds/index.ts'

const MARGIN = { maximum: 10_000 }
const PAPER = { unit: 'CSS px', minimum: 0, maximum: 20_000, isAbove: true }

/** The pages of a pdf. */
export const pdf = onlyFor(['pdf'], {
  pdf_page_size: oneOf(
    'Paper by its usual name.',
    ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'legal', 'ledger', 'letter', 'tabloid'],
    { default: 'a4' },
  ),
  pdf_page_width: number('Width of the paper, instead of its name.', PAPER),
  pdf_page_height: number('Height of the paper, instead of its name.', PAPER),
  pdf_page_range: numericText('Pages to keep, such as 1-3,5.', {
    maxBytes: 256,
    pattern: String.raw`(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4})(?:,(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4}))*`,
    expects: 'pages and ranges of pages, such as 2 or 1-3,5 or 4-',
    examples: ['2', '1-3,5', '4-'],
  }),
  pdf_orientation: oneOf('Which way the paper lies.', ['portrait', 'landscape'], { default: 'portrait' }),
  pdf_margin: oneOf('Margin of all four sides.', ['default', 'none', 'minimum'], { default: 'none' }),
  pdf_margin_top: length('Margin at the top, instead of that of pdf_margin.', MARGIN),
  pdf_margin_right: length('Margin at the right, instead of that of pdf_margin.', MARGIN),
  pdf_margin_bottom: length('Margin at the bottom, instead of that of pdf_margin.', MARGIN),
  pdf_margin_left: length('Margin at the left, instead of that of pdf_margin.', MARGIN),
  pdf_scale: number('How large the page is drawn on the paper.', {
    unit: 'factor',
    minimum: 0.1,
    maximum: 2,
    default: 1,
  }),
  pdf_fit_to_page: flag('Shrink the page until it is no wider than the paper.'),
  pdf_dpi: number('Pixels of the page in one inch of paper.', {
    unit: 'dots/in',
    minimum: 72,
    maximum: 600,
    default: 96,
  }),
  pdf_auto_crop: flag('Cut away blank pages and space at the end.'),
  pdf_background: flag('Print background colours and pictures.', { default: true }),
  pdf_outline: flag('Add bookmarks made of the headings.'),
  pdf_tagged: flag('Add the tags that readers for the blind use.', { default: true }),
})
